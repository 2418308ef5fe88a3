# Only native code sees these; un-compiled modules import them as plain functions.
