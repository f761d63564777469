"""The commands of the command line, a file a subject. `ponnuki.apps.cli` puts them together."""
