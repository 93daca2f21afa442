/** Of everything that is data: followed as a link it runs nothing, loads nothing and has no origin. Whoever hosts the exchange sets it. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
