"""Search for any State: playouts, and contests of native policies."""
