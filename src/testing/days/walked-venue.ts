/**
 * The in-process sandbox for a walk: HTTP calls and one socket, with every response read strictly. A fault is a failed
 * answer, an unreadable text, or an omitted row.
 */
import { type EndpointName, endpoints } from '../../core/contract/endpoints.ts'
import { readFeedMessage } from '../../core/contract/feed.ts'
import { credentialsHeader } from '../../core/contract/header-names.ts'
import type { Rows } from '../../core/contract/rows.ts'
import { microsFromMs } from '../../core/domain/time.ts'
import { z } from '../../core/domain/zod.ts'
import { createExchange } from '../../exchange/sandbox/engine/create-exchange.ts'
import { createFeedHub, publishing } from '../../exchange/sandbox/feed/hub.ts'
import { createSandboxApp } from '../../exchange/sandbox/http/app.ts'
import { createTokenKeys, type TokenKeys } from '../../exchange/sandbox/http/tokens.ts'
import { createLeftOut } from '../../exchange/sandbox/left-out.ts'
import { followClients } from '../../exchange/sandbox/market/activity.ts'
import { createMarket } from '../../exchange/sandbox/market/create-market.ts'
import { readStrictly } from './check-text.ts'

export interface Asked {
  readonly query?: Readonly<Record<string, string>>
  readonly token?: string | undefined
  readonly body?: unknown
}

export type WalkedVenue = Awaited<ReturnType<typeof walkedVenue>>

const keysOfAll: { made?: Promise<TokenKeys> } = {}

export async function walkedVenue(
  seed: string,
  instruments: number,
  fault: (what: string) => void,
  count: (kind: string) => void,
) {
  let nowMs = 0
  const clock = () => microsFromMs(nowMs)
  const market = createMarket({ seed, mode: 'live', instruments })
  const leftOut = createLeftOut(fault)
  const { exchange: followed, activity } = followClients(createExchange({ market, leftOut }))
  const exchange = publishing(followed, events => hub.publish(events))
  const keys = await (keysOfAll.made ??= createTokenKeys())
  const onError = (error: unknown) =>
    fault(error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1] ?? ''}` : String(error))
  const hub = createFeedHub({ exchange, market, clock, judge: keys.judge, leftOut, onError })
  const app = createSandboxApp({ exchange, market, activity, keys, profile: 'extended', clock, leftOut, onError })

  const connection = hub.open({
    send: text => hear(text),
    close: (_, reason) => fault(`the socket was closed: ${reason}`),
    reset: () => fault('the socket was reset'),
    bufferedBytes: () => 0,
  })
  const hear = (text: string): void => {
    const read = readFeedMessage(text)
    const name = read.ok
      ? read.message.name
      : read.reason === 'not_a_message'
        ? 'bare answer'
        : `unread ${read.name ?? ''}`
    count(`message ${name}`)
    if (!read.ok && read.reason !== 'not_a_message')
      fault(`message ${read.name} cannot be read: ${read.path ?? read.reason}`)
    for (const each of readStrictly(text).faults) fault(`message ${name}: ${each}`)
  }

  const ask = async (name: EndpointName, { query = {}, token, body }: Asked = {}): Promise<unknown> => {
    const { method, path, answer } = endpoints[name]
    const search = new URLSearchParams(query).toString()
    const response = await app.request(search === '' ? path : `${path}?${search}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { [credentialsHeader]: token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    count(`answer ${name}`)
    if (response.status !== 200) {
      fault(`${name} ${search} answers ${response.status}: ${text.slice(0, 200)}`)
      return undefined
    }
    const { value, faults } = readStrictly(text)
    for (const each of faults.slice(0, 5)) fault(`${name} ${search}: ${each}`)
    const decoded = z.safeDecode(answer, value as never)
    if (!decoded.success) {
      fault(`${name} ${search} does not decode: ${decoded.error.message.slice(0, 200)}`)
      return undefined
    }
    for (const { index, path: field, message } of rejectedIn(decoded.data))
      fault(`${name} ${search}: row ${index} ${field} ${message}`)
    return decoded.data
  }

  return {
    market,
    exchange,
    ask,
    say: (message: unknown): Promise<void> => connection.receive(JSON.stringify(message)),
    heartbeat: () => hub.heartbeat(),
    advanceTo(ms: number): void {
      nowMs = ms
      exchange.apply({ kind: 'tick' }, clock())
    },
  }
}

function rejectedIn(value: unknown, depth = 0): Rows<unknown>['rejected'] {
  if (typeof value !== 'object' || value === null || depth > 2) return []
  if ('rejected' in value && Array.isArray(value.rejected)) return value.rejected as Rows<unknown>['rejected']
  return Object.values(value).flatMap(each => rejectedIn(each, depth + 1))
}
