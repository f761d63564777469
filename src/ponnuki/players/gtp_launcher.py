"""What a new process does before it becomes an engine: it waits until it is guarded.

A program may be killed at any moment, also between the start of an engine and the moment at which
the guard knows of it. So the new process first reads a byte, which is sent once the guard knows its
number. If the program ends before, there is no byte to read, and no engine.

    python gtp_launcher.py GO FAILED PROGRAM ARGUMENT...

GO and FAILED are numbers of pipes: the byte comes by the one, the number of an error goes by the
other. It is run as a script, without the package.
"""

import os
import signal
import sys


def main() -> None:
    """Waits, and becomes the program."""
    go, failed, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    if not os.read(go, 1):
        os._exit(1)
    os.close(go)
    os.set_inheritable(failed, False)
    for name in "SIGPIPE", "SIGXFSZ":  # Python ignores them, and the program would do so too
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        os.execv(program, sys.argv[3:])
    except (OSError, ValueError) as error:
        os.write(failed, str(getattr(error, "errno", 0) or 0).encode())
        os._exit(1)


if __name__ == "__main__":
    main()
