/** A draft for the benches. */
interface Listing {
  readonly entities_and_rules_response: { readonly symbols: readonly { readonly symbol: string }[] }
}

/** Returns the address of a condor on the nearest expiry with enough strikes. */
export async function condorAt(url: string): Promise<string> {
  const listing = (await (await fetch(`${url}/v1/api/exchangeInfo`)).json()) as Listing
  const strikes = new Map<string, number[]>()
  for (const { symbol } of listing.entities_and_rules_response.symbols) {
    const [, date, strike] = /^BTC-(\d{8})-(\d+)C$/.exec(symbol) ?? []
    if (date !== undefined && strike !== undefined)
      strikes.set(date, [...(strikes.get(date) ?? []), Number.parseInt(strike, 10)])
  }
  const [chosen] = [...strikes].filter(([, of]) => of.length >= 20).sort(([a], [b]) => (a < b ? -1 : 1))
  if (chosen === undefined) throw new Error('no expiry of the bench has strikes enough for a condor')
  const [date, of] = [chosen[0], chosen[1].toSorted((a, b) => a - b)]
  const at = (place: number): number => of[Math.floor(of.length / 2) + place] ?? 0
  const legs = [`${at(-5)}P@1`, `${at(-2)}P@-1`, `${at(2)}C@-1`, `${at(5)}C@1`].map(leg => `BTC-${date}-${leg}`)
  return `${url}/build?legs=${legs.join('/')}&dir=buy`
}
