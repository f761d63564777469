"""Games on many machines: an arena whose parts are played by a Ray cluster.

Ray starts processes, moves weights, and begins anew what a dead machine has lost. What is here is
what Ray cannot know: how to cut a batch of games, and that every node must play the same games.
Ray itself is imported only when a cluster is asked for.
"""
