/** A member who has an order open says so every 20 seconds, and is forgotten after this long (product §12). */
export const viewerTtlMs = 45_000
