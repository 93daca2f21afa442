import { describe, expect, test } from 'vitest'
import type { AnswerOf } from '../contract/endpoints.ts'
import { againstNoPositions, createEmptyPositions, type SecondOpinion } from './empty-positions.ts'
import { signedOutFault } from './fault.ts'

const list = (rows: number, rejected = 0) => ({
  rows: Array.from({ length: rows }, () => ({})),
  rejected: Array.from({ length: rejected }, () => ({})),
})
const positions = (rows: number, rejected = 0) =>
  ({ positions_response: { positions: list(rows, rejected) } }) as unknown as AnswerOf<'positions'>
interface Row {
  readonly symbol: string
  readonly cash_balance?: string
  readonly reserved_balance?: string
}
const balances = (...rows: Row[]) =>
  ({
    balance_response: { rows: rows.map(row => ({ cash_balance: '0', reserved_balance: '0', ...row })), rejected: [] },
  }) as unknown as AnswerOf<'balances'>
const orders = (...markets: string[]) =>
  ({
    query_open_orders_response: { open_orders: { rows: markets.map(market_id => ({ market_id })), rejected: [] } },
  }) as unknown as AnswerOf<'openOrders'>

const bound = balances({ symbol: 'USD', cash_balance: '1000', reserved_balance: '18300' })
const free = balances({ symbol: 'USD', cash_balance: '1000' }, { symbol: 'USD-REFERENCE', cash_balance: '1000.5' })

describe('against a list without positions speaks', () => {
  test.each<[string, SecondOpinion['balances'], SecondOpinion['openOrders'], string | undefined]>([
    [
      'margin that is bound without an open order',
      bound,
      orders(),
      'it binds 18300 USD of margin, and no order is open',
    ],
    [
      'the same beside an RFQ, which binds nothing',
      bound,
      orders('none'),
      'it binds 18300 USD of margin, and no order is open',
    ],
    ['nothing where an order may bind it', bound, orders('0'), undefined],
    ['nothing where nothing is bound', free, orders(), undefined],
    ['nothing where balances are not known', undefined, orders(), undefined],
    ['nothing where open orders are not known', bound, undefined, undefined],
    [
      'a reference far from the cash',
      balances({ symbol: 'USD', cash_balance: '-19496' }, { symbol: 'USD-REFERENCE', cash_balance: '2651369.66' }),
      orders(),
      'its USD-REFERENCE is 2651369.66, and its cash -19496 USD',
    ],
    [
      'no reference where coins are held, which have no price here',
      balances(
        { symbol: 'USD', cash_balance: '5' },
        { symbol: 'BTC', cash_balance: '1' },
        { symbol: 'USD-REFERENCE', cash_balance: '90000' },
      ),
      orders(),
      undefined,
    ],
    [
      'no negative reserve',
      balances({ symbol: 'USD', cash_balance: '5', reserved_balance: '-3' }),
      orders(),
      undefined,
    ],
  ])('%s', (_, balance, order, clause) => {
    expect(againstNoPositions({ balances: balance, openOrders: order })).toBe(clause)
  })
})

function reader() {
  let nowMs = 0
  let asked = 0
  const empty = createEmptyPositions(() => nowMs)
  const read = async (
    rows: number,
    second: Partial<SecondOpinion> & { readonly rows?: number } = {},
    subject = 'ann',
    rejected = 0,
  ) => {
    const settled = await empty.settle(subject, positions(rows, rejected), () => {
      asked += 1
      return Promise.resolve({
        positions: { ok: true, answer: positions(second.rows ?? 0) },
        balances: free,
        openOrders: orders(),
        ...second,
      })
    })
    return settled.ok ? settled.answer.positions_response.positions.rows.length : settled.fault.message
  }
  return { read, asked: () => asked, pass: (ms: number) => (nowMs += ms) }
}

describe('an empty list of positions', () => {
  test('is believed once a second answer is empty too, and then until there are some again', async () => {
    const { read, asked } = reader()
    expect([await read(0), await read(0), await read(0), asked()]).toEqual([0, 0, 0, 1])
    expect([await read(2), await read(0), await read(0), asked()]).toEqual([2, 0, 0, 2])
    // A list of which no row could be read is not empty; another account is another one.
    expect([await read(0, {}, 'ann', 1), await read(0), await read(0, {}, 'bob'), asked()]).toEqual([0, 0, 0, 4])
  })

  test('gives way to a second answer that has positions, or that failed', async () => {
    const { read } = reader()
    expect(await read(0, { rows: 3 })).toBe(3)
    expect(await read(0, { positions: { ok: false, fault: signedOutFault() } })).toBe(signedOutFault().message)
  })

  test('is not used while the venue binds margin for nothing that it lists, and is once that has lasted for a minute', async () => {
    const { read, pass } = reader()
    expect(await read(0, { balances: bound })).toBe(
      'The venue lists no position, but it binds 18300 USD of margin, and no order is open. The list is not used unless that lasts for a minute.',
    )
    pass(59_999)
    expect(await read(0, { balances: bound })).toContain('binds 18300')
    expect(await read(0, { balances: bound }, 'bob')).toContain('binds 18300')
    pass(1)
    expect(await read(0, { balances: bound })).toBe(0)
    expect(await read(0, { balances: bound }, 'bob')).toContain('binds 18300')
  })

  test('in the place of another one is not used while nobody says what is bound either; as the first list of all it is', async () => {
    const { read, pass } = reader()
    expect(await read(0, { balances: undefined })).toBe(0)
    expect(await read(2)).toBe(2)
    for (const silent of [{ balances: undefined }, { openOrders: undefined }, { balances: balances() }])
      expect(await read(0, silent)).toContain('it does not say what margin it binds')
    pass(60_000)
    expect(await read(0, { balances: undefined })).toBe(0)
  })

  test('is used at once as the margin is free, and held for a whole minute the next time', async () => {
    const { read, pass } = reader()
    expect(await read(0, { balances: bound })).toContain('binds 18300')
    pass(40_000)
    expect([await read(0), await read(2)]).toEqual([0, 2])
    expect(await read(0, { balances: bound })).toContain('binds 18300')
    pass(40_000)
    expect(await read(0, { balances: bound })).toContain('binds 18300')
  })
})
