/**
 * Steps of a walk, drawn from its seed: actions of hand, machine, exchange and network. What a step finds depends on
 * the moment; the kind of step and its position in the list of controls do not.
 */

export type Step =
  | { readonly kind: 'key'; readonly key: string }
  /** Clicks the control at this share of all visible ones. */
  | { readonly kind: 'click'; readonly share: number }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'type'; readonly share: number; readonly text: string }
  | { readonly kind: 'draft'; readonly text: string }
  | {
      readonly kind: 'trade'
      readonly how: 'send' | 'take' | 'amend' | 'cancel'
      readonly share: number
      readonly byKeys: boolean
      readonly text: string
    }
  | { readonly kind: 'visit'; readonly screen: string }
  | { readonly kind: 'reload' }
  | { readonly kind: 'sleep'; readonly minutes: number }
  | { readonly kind: 'fault'; readonly fault: Readonly<Record<string, string | number | boolean>> }
  | { readonly kind: 'heal' }
  | { readonly kind: 'fill'; readonly side: 'buy' | 'sell' }
  | { readonly kind: 'look' }

export const screens = [
  'portfolio',
  'build',
  'orders',
  'markets',
  'journal',
  'settings',
  'orders?view=everybody',
] as const

export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const steering = [
  'F6',
  'F6',
  'Tab',
  'Tab',
  'Shift+Tab',
  'ArrowDown',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Enter',
  'Space',
  'Escape',
  'Escape',
]
const letters = 'abcefgijkmnpqrsvwx[]{}<>()?/123456789'.split('')
const chords = [
  'Control+Enter',
  'Control+k',
  'Control+z',
  'Alt+t',
  'Alt+p',
  'Alt+1',
  'Delete',
  ...'LEPUBSFC'.split('').map(key => `Shift+${key}`),
]
const texts = ['1', '0', '0.5', '100000', '-1', '1e9', 'BTC', 'iron condor', 'sell 2 btc 110c', '999999999999', 'ü"<b>']
const structures = ['iron condor', 'bull call spread', 'straddle', 'btc 110 call', 'put butterfly']
const orders = [
  'buy 1 25d rr rfq',
  'sell 2 25d strangle rfq',
  'buy 3 btc 25d strangle rfq',
  'sell 1 btc 25d strangle 4000 firm',
  'sell 1 btc 25d strangle 9000 firm',
  'buy 1 btc 25d strangle 4000 firm',
]
const calls = ['positions', 'balances', 'openOrders', 'placeOrder', 'placeOrder', 'cancelOrder', 'orderDetails', 'any']
const fields: Readonly<Record<string, string>> = {
  positions: 'mark_price',
  balances: 'cash_balance',
  openOrders: 'order_state',
}

function faultOf(random: () => number, pick: <T>(of: readonly T[]) => T): Extract<Step, { kind: 'fault' }>['fault'] {
  const on = pick(calls)
  const count = 1 + Math.floor(random() * 6)
  const fault = pick([
    'timeout',
    'reset',
    'drift',
    'too_many_requests',
    'refuse',
    'slow',
    'another',
    'partial_fill',
    'duplicate',
  ])
  switch (fault) {
    case 'timeout':
      return { fault, on, count, hold_ms: 2_000 }
    case 'reset':
      return { fault, on, count, executes: random() < 0.5 }
    case 'drift': {
      const read = pick(Object.keys(fields))
      return { fault, on: read, count, field: fields[read] ?? '', change: pick(['renamed', 'missing', 'retyped']) }
    }
    case 'too_many_requests':
      return { fault, on, count, retry_after: 2 }
    case 'refuse':
      return { fault, on, count, status: pick([200, 500, 503]), executes: random() < 0.5 }
    case 'slow':
      return { fault, on, count, delay_ms: 500 + Math.floor(random() * 4_000) }
    case 'partial_fill':
      return { fault, count }
    default:
      return { fault, on, count }
  }
}

export function stepsOf(seed: number): () => Step {
  const random = randomOf(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const kinds: readonly (readonly [number, () => Step])[] = [
    [14, () => ({ kind: 'key', key: pick(['1', '2', '3', '4', '5', '6']) })],
    [22, () => ({ kind: 'key', key: pick(steering) })],
    [10, () => ({ kind: 'key', key: pick(letters) })],
    [6, () => ({ kind: 'key', key: pick(chords) })],
    [18, () => ({ kind: 'click', share: random() })],
    [4, () => ({ kind: 'confirm' })],
    [4, () => ({ kind: 'type', share: random(), text: pick(texts) })],
    [
      8,
      () => ({
        kind: 'trade',
        how: pick(['send', 'send', 'take', 'take', 'amend', 'cancel'] as const),
        share: random(),
        byKeys: random() < 0.5,
        text: pick(orders),
      }),
    ],
    [4, () => ({ kind: 'draft', text: pick(structures) })],
    [4, () => ({ kind: 'visit', screen: pick(screens) })],
    [2, () => ({ kind: 'reload' })],
    [2, () => ({ kind: 'sleep', minutes: 1 + Math.floor(random() * 45) })],
    [5, () => ({ kind: 'fault', fault: faultOf(random, pick) })],
    [2, () => ({ kind: 'heal' })],
    [3, () => ({ kind: 'fill', side: pick(['buy', 'sell'] as const) })],
    [3, () => ({ kind: 'look' })],
  ]
  const whole = kinds.reduce((sum, [weight]) => sum + weight, 0)
  return () => {
    let at = random() * whole
    for (const [weight, make] of kinds) {
      at -= weight
      if (at < 0) return make()
    }
    return { kind: 'look' }
  }
}

export const stepText = (step: Step): string =>
  Object.values(step)
    .map(each =>
      typeof each === 'object'
        ? JSON.stringify(each)
        : typeof each === 'number'
          ? String(Math.round(each * 1_000) / 1_000)
          : each,
    )
    .join(' ')
