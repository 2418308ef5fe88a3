"""Games that were recorded at a server, completed with their hidden cards."""
