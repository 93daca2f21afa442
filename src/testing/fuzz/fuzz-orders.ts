/** Orders and socket messages close to valid: some fields wrong, missing, added or duplicated. */
import type { Random } from '../../exchange/sandbox/engine/sim/random.ts'
import { feedRequests } from '../../core/contract/feed.ts'
import { oddJson, oddText } from './odd-values.ts'

const symbols = ['BTC-USD-PERPETUAL', 'ETH-USD-PERPETUAL', 'SOL-USD-PERPETUAL', 'BTC-USD']

function soundOrder(random: Random): Record<string, string> {
  const type = random.pick(['LIMIT', 'LIMIT', 'MARKET'])
  const time_in_force = type === 'MARKET' ? 'IOC' : random.pick(['GTC', 'IOC', 'RFQ'])
  return {
    symbol: JSON.stringify(random.pick(symbols)),
    market_id: JSON.stringify(random.pick(['0', '0', 'none'])),
    side: JSON.stringify(random.pick(['buy', 'sell'])),
    type: JSON.stringify(type),
    time_in_force: JSON.stringify(time_in_force),
    quantity: JSON.stringify(random.pick(['0.1', '1', '1.0', '0.01'])),
    client_order_id: JSON.stringify(`f-${random.whole(0, 1_000_000_000)}`),
    ...(type === 'LIMIT' ? { price: JSON.stringify(random.pick(['1000.0', '90000.0', '2'])) } : {}),
    ...(time_in_force === 'GTC' ? { recv_window: JSON.stringify(String(random.whole(0, 9))) } : {}),
    ...(random.chance(0.2) ? { legs: JSON.stringify(soundLegs(random)) } : {}),
  }
}

const soundLegs = (random: Random) =>
  symbols.slice(0, random.whole(1, 4)).map(sym => ({ sym, ratio: String(random.pick([1, -1, 2, -3])) }))

function spoilt(random: Random, fields: Readonly<Record<string, string>>): string {
  const entries = Object.entries(fields)
  for (let changes = random.whole(0, 3); changes > 0; changes -= 1) {
    const at = random.whole(0, Math.max(0, entries.length - 1))
    const [name] = entries[at] ?? ['x']
    const kind = random.weighted({ odd: 6, gone: 2, renamed: 1, twice: 1, more: 2 })
    if (kind === 'odd') entries[at] = [name, oddJson(random)]
    else if (kind === 'gone') entries.splice(at, 1)
    else if (kind === 'renamed') entries[at] = [oddText(random).slice(0, 100), oddJson(random)]
    else entries.push([kind === 'twice' ? name : 'user_tag', oddJson(random)])
  }
  return `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`
}

export function orderJson(random: Random): string {
  if (random.chance(0.05)) return oddJson(random)
  const order = spoilt(random, soundOrder(random))
  return random.chance(0.95)
    ? `{"new_order":${order}}`
    : spoilt(random, { new_order: order, [oddText(random).slice(0, 50)]: oddJson(random) })
}

const fieldsOf: Readonly<Record<string, readonly string[] | undefined>> = Object.fromEntries(
  Object.entries(feedRequests).map(([name, { shape }]) => [name, Object.keys(shape)]),
)

export function feedMessage(random: Random, token: string): string {
  if (random.chance(0.05)) return oddJson(random)
  const name = random.chance(0.95) ? random.pick(Object.keys(fieldsOf)) : oddText(random).slice(0, 3_000)
  if (name === 'new_order') return orderJson(random)
  if (name === 'authenticate' && random.chance(0.7))
    return JSON.stringify({ authenticate: { credentials_secret: token } })
  const sound: Record<string, string> = {}
  for (const field of (Object.hasOwn(fieldsOf, name) ? fieldsOf[name] : undefined) ?? ['user_tag']) {
    if (random.chance(0.7))
      sound[field] =
        field === 'orders'
          ? `[${bodies(random).join(',')}]`
          : JSON.stringify(random.pick(['1', 'x', 'f-1', 'BTC-USD-PERPETUAL']))
  }
  return `{${JSON.stringify(name)}:${spoilt(random, sound)}}`
}

const bodies = (random: Random): string[] =>
  Array.from({ length: random.whole(0, 4) }, () => spoilt(random, soundOrder(random)))
