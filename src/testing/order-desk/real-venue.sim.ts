/** The sandbox exchange behind the simulated network, on virtual time. */
import { endpoints } from '../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../core/contract/header-names.ts'
import { microsFromMs } from '../../core/domain/time.ts'
import { createExchange } from '../../exchange/sandbox/engine/create-exchange.ts'
import { createSandboxApp } from '../../exchange/sandbox/http/app.ts'
import { createTokenKeys } from '../../exchange/sandbox/http/tokens.ts'
import { createMarket } from '../../exchange/sandbox/market/create-market.ts'
import type { Venue } from './small-venue.sim.ts'
import type { VirtualTime } from './virtual-time.sim.ts'

const beganMs = Date.UTC(2026, 10, 21, 9)

export async function createRealVenue(
  time: VirtualTime,
  seed: number,
): Promise<Venue & { token(account: string): Promise<string> }> {
  const nowMs = (): number => Math.round(beganMs + time.nowMs())
  const market = createMarket({ seed: String(seed), mode: 'frozen', frozenAtMs: beganMs, instruments: 100 })
  const exchange = createExchange({ market, rfqTimeoutSeconds: 1_800 })
  const app = createSandboxApp({
    exchange,
    market,
    keys: await createTokenKeys(),
    profile: 'extended',
    clock: () => microsFromMs(nowMs()),
  })

  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; text: string }> => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const request = new Request(`http://127.0.0.1${path}`, {
      method,
      headers: { ...headers, ...type },
      ...(body === undefined ? {} : { body }),
    })
    const answer = await app.fetch(request)
    return { status: answer.status, text: await answer.text() }
  }
  const token = async (account: string): Promise<string> => {
    const { text } = await ask('POST', endpoints.sandboxSession.path, {}, JSON.stringify({ account }))
    return (JSON.parse(text) as { credentials_secret: string }).credentials_secret
  }
  const find = async (
    account: string,
    id: string,
  ): Promise<{ readonly cancel_state?: string; readonly order_state?: string } | undefined> => {
    const path = `${endpoints.orderDetails.path}?client_order_id=${id}`
    const { text } = await ask('GET', path, { [credentialsHeader]: await token(account) })
    const details = (
      JSON.parse(text) as { query_order_response: { error?: string; cancel_state?: string; order_state?: string } }
    ).query_order_response
    return details.error === undefined ? details : undefined
  }
  return {
    token,
    answer: ({ method, path, query, body, account }) => {
      const search = query.toString()
      return ask(method, search === '' ? path : `${path}?${search}`, { [credentialsHeader]: account }, body)
    },
    has: async (account, id) => (await find(account, id)) !== undefined,
    // A dead intent may be closed at the venue; the small venue separates these cases.
    isOpen: () => false,
  }
}
