"""Search for any State: playouts."""
