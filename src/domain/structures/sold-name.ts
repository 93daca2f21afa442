/**
 * The name of a structure beside its side: what is sold is no longer called short, since selling a short straddle would be the opposite.
 * "Short straddle" of an order to sell is "Straddle"; every other name stays.
 */
export function sideFreeName(name: string, side: string | undefined): string {
  if (side !== 'sell' || !name.startsWith('Short ')) return name
  const own = name.slice('Short '.length)
  return `${own.charAt(0).toUpperCase()}${own.slice(1)}`
}
