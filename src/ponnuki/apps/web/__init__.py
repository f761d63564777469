"""Pages in a browser: play, watch training, look inside nets. The browser holds no rules."""
