"""Finds, checks, isolates and fingerprints plugins; never decides an order that laptops must agree on."""
