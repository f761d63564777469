"""Learning from the rules alone: a convolutional net, tree search and self-play."""
