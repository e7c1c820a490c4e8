"""Finding other laptops and talking to them: discovery, encrypted links, mesh. asyncio on one thread."""
