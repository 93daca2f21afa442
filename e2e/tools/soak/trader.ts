/**
 * Another client of the demo account over the contract's API: offsetting market orders, unmatched IOC orders, resting
 * orders that are cancelled, and cancelled RFQs. So fills, ends and pushes occur continuously.
 */
const symbol = 'BTC-USD-PERPETUAL'

export interface Trader {
  next(): Promise<void>
  reported(): string
}

type Answer = Readonly<Record<string, Readonly<Record<string, string>>>>

const kinds = ['buy', 'nobody', 'rest', 'sell', 'nobody', 'request'] as const
const mostOpen = 12

export async function createTrader(url: string): Promise<Trader> {
  const json = { 'content-type': 'application/json' }
  const signed = await fetch(`${url}/sandbox/session`, { method: 'POST', headers: json, body: '{}' })
  const { credentials_secret } = (await signed.json()) as { readonly credentials_secret: string }
  const headers = { ...json, credentials_secret }
  const counts = new Map<string, number>()
  const open: string[] = []
  let sent = 0
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const cancelOldest = async (): Promise<void> => {
    const id = open.shift()
    if (id === undefined) return
    const answer = await fetch(`${url}/v1/api/order?client_order_id=${id}`, { method: 'DELETE', headers })
    count(answer.ok ? 'cancelled' : `cancel ${answer.status}`)
  }
  return {
    async next() {
      const kind = kinds[sent % kinds.length] ?? 'buy'
      sent += 1
      const client_order_id = `soak-${sent}`
      const answer = await fetch(`${url}/v1/api/order`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ new_order: { symbol, client_order_id, ...orderOf(kind) } }),
      })
      count(answer.ok ? (Object.keys((await answer.json()) as Answer)[0] ?? 'nothing') : `order ${answer.status}`)
      if (kind === 'rest' || kind === 'request') open.push(client_order_id)
      if (open.length > mostOpen) await cancelOldest()
    },
    reported: () => [...counts].map(([what, many]) => `${what} ${many}`).join(', '),
  }
}

function orderOf(kind: (typeof kinds)[number]): Readonly<Record<string, string | number>> {
  switch (kind) {
    case 'nobody':
      return { market_id: '0', side: 'buy', type: 'LIMIT', time_in_force: 'IOC', quantity: '0.01', price: '1000' }
    case 'rest':
      return {
        market_id: '0',
        side: 'buy',
        type: 'LIMIT',
        time_in_force: 'GTC',
        recv_window: 100,
        quantity: '0.01',
        price: '1000',
      }
    case 'request':
      return { market_id: 'none', side: 'buy', type: 'LIMIT', time_in_force: 'GTC', recv_window: 100, quantity: '0.5' }
    default:
      return { market_id: '0', side: kind, type: 'MARKET', time_in_force: 'IOC', quantity: '0.01' }
  }
}
