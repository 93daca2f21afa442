/** Data that came so long ago is stale, whatever shows it; a file of its own, since the page says so before its program is there. */
export const staleMs = 15_000
