/** A walk's actions at the exchange: faults, time, and orders of another client of the account. */
import type { OutsideFill } from './checkers.ts'

export interface ExchangeSide {
  control(name: string, body: object): Promise<void>
  trade(side: 'buy' | 'sell'): Promise<Omit<OutsideFill, 'wasWatched'> | undefined>
  fillsOf(clientOrderIds: readonly string[]): Promise<readonly Omit<OutsideFill, 'wasWatched'>[]>
}

type Answer = { readonly [name: string]: unknown }

const headers = { 'content-type': 'application/json' }

const inside = (answer: Answer): Answer => {
  const [only] = Object.values(answer)
  return typeof only === 'object' && only !== null && !Array.isArray(only) ? { ...answer, ...only } : answer
}

export function exchangeSide(url: string, seed: number): ExchangeSide {
  let count = 0
  const call = async (path: string, options: RequestInit = {}): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, options)
    return inside((await answer.json()) as Answer)
  }
  const signIn = async (): Promise<Record<string, string>> => {
    const session = await call('/sandbox/session', {
      method: 'POST',
      headers,
      body: JSON.stringify({ account: 'demo' }),
    })
    return { ...headers, credentials_secret: String(session['credentials_secret']) }
  }
  const fillsBy = async (id: string, signed: Record<string, string>): ReturnType<ExchangeSide['trade']> => {
    const record = await call(`/v1/api/order?client_order_id=${id}`, { headers: signed }).catch((): Answer => ({}))
    const { executions, order_id: orderId } = record
    return (typeof orderId !== 'string' && typeof orderId !== 'number') ||
      !Array.isArray(executions) ||
      executions.length === 0
      ? undefined
      : { orderId: String(orderId), executions: executions.length }
  }
  return {
    async fillsOf(ids) {
      if (ids.length === 0) return []
      const signed = await signIn()
      return (await Promise.all(ids.map(id => fillsBy(id, signed)))).flatMap(each => each ?? [])
    },
    async control(name, body) {
      const answer = await fetch(`${url}/sandbox/control/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    },
    async trade(side) {
      const signed = await signIn()
      count += 1
      const order = {
        symbol: 'BTC-USD-PERPETUAL',
        market_id: '0',
        side,
        type: 'LIMIT',
        // Otherwise it might fill later, unnoticed.
        time_in_force: 'IOC',
        price: side === 'buy' ? '200000' : '50000',
        quantity: '0.01',
        recv_window: '3',
        client_order_id: `outside-${seed}-${count}`,
      }
      await call('/v1/api/order', {
        method: 'POST',
        headers: signed,
        body: JSON.stringify({ new_order: order }),
      }).catch(() => undefined)
      return await fillsBy(order.client_order_id, signed)
    },
  }
}
