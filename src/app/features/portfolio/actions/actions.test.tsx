// @vitest-environment happy-dom
/**
 * Closing, rolling and hedging positions over the in-process exchange: drafts compared with the venue's answers.
 * Nothing is sent.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useInstruments } from '../../../api/market/instruments.ts'
import { desk } from '../../../api/order-desk/desk.ts'
import { refreshAccount } from '../../../api/polling/query-client.ts'
import { startApi } from '../../../api/start-api.ts'
import { signInToSandbox } from '../../../api/venue/sign-in.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import { shortName } from '../../../../core/domain/instrument.ts'
import { isUnderReview } from '../../../../core/domain/intent.ts'
import { must } from '../../../../core/domain/must.ts'
import { closeTerms } from '../../../../core/domain/package/closing.ts'
import {
  packageOfPositions,
  type PositionPackage,
  roundPackage,
} from '../../../../core/domain/package/package-of-positions.ts'
import { usePortfolio } from '../../../model/account/use-portfolio.ts'
import { leavePage, mountPage } from '../../../../testing/mount-page.tsx'
import '../../../../testing/overlays-there.tsx'
import { createSandboxFixture, type SandboxFixture } from '../../../../testing/sandbox.fixture.ts'
import { mask } from '../../../ui/format/privacy.ts'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import type { PositionsLeg } from '../rows/positions-row.ts'
import { CloseBar } from './close-bar.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { HedgeDialog } from './hedge-dialog.tsx'
import { RollDialog } from './roll-dialog.tsx'
import { firmIoc } from '../../../../testing/order.fixture.ts'

const perpetual = 'BTC-USD-PERPETUAL'
let [put, lower, upper, straddleCall, straddlePut] = ['', '', '', '', '']

type Row = Readonly<Record<string, string>>
const quoted = new Map<string, Row>()
const firstQuotes = new Map<string, string>()
let sandbox: SandboxFixture
let stop: () => void
let posted: number
const positions = new Map<string, Row>()
let positionsAs: ((rows: Row[]) => readonly object[]) | undefined

async function start(instruments: number): Promise<void> {
  sessionStorage.clear()
  localStorage.clear()
  quoted.clear()
  firstQuotes.clear()
  positions.clear()
  posted = 0
  positionsAs = undefined
  sandbox = await createSandboxFixture({ instruments })
  sandbox.instead = async request => {
    const name = new URL(request.url).pathname.split('/').at(-1)
    if (request.method === 'POST' && name === 'order') posted += 1
    if (name === 'summary') return quotes(request.url)
    const answer = await sandbox.pass(request)
    if (name !== 'positions' || !answer.ok) return answer
    const body = (await answer.json()) as { positions_response: { positions: Row[] } }
    for (const row of body.positions_response.positions) positions.set(row['symbol'] ?? '', row)
    if (positionsAs === undefined) return Response.json(body)
    return Response.json({
      positions_response: { ...body.positions_response, positions: positionsAs(body.positions_response.positions) },
    })
  }
  await readHeld()
  stop = startApi({ fetch: sandbox.fetch })
  await waitFor(() => expect(desk.snapshot().ready).toBe(true))
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
}
afterEach(async () => {
  setPreferences({ amounts: 'shown' })
  for (const { order } of desk.snapshot().intents.filter(isUnderReview)) desk.discard(order.client_order_id)
  await leavePage(stop)
  expect(posted).toBe(0)
})

/** Freezes the first answer of each address, since makers requote every second. */
async function quotes(url: string): Promise<Response> {
  const known = firstQuotes.get(url) ?? (await (await sandbox.pass(new Request(url))).text())
  firstQuotes.set(url, known)
  remember(JSON.parse(known))
  return new Response(known, { headers: { 'content-type': 'application/json' } })
}

async function readHeld(): Promise<void> {
  const asked = {
    method: 'POST',
    body: JSON.stringify({ account: 'demo' }),
    headers: { 'content-type': 'application/json' },
  }
  const session = (await (await sandbox.fetch('/sandbox/session', asked)).json()) as { credentials_secret: string }
  await sandbox.fetch('/v1/api/positions', { headers: { credentials_secret: session.credentials_secret } })
  await sandbox.fetch('/v1/market_data/tradeable_entity/all/summary', {})
  const held = (pattern: RegExp, side: string): string =>
    must(
      [...positions.values()].find(row => pattern.test(row['symbol'] ?? '') && row['side'] === side)?.['symbol'],
      `${side} ${pattern}`,
    )
  put = held(/^BTC.*P$/, 'short')
  lower = held(/^BTC.*C$/, 'long')
  upper = held(/^BTC.*C$/, 'short')
  straddleCall = held(/^ETH.*C$/, 'long')
  straddlePut = held(/^ETH.*P$/, 'long')
}

function remember(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && 'symbol' in value && typeof value.symbol === 'string')
    quoted.set(value.symbol, { ...quoted.get(value.symbol), ...(value as unknown as Row) })
  else for (const each of Object.values(value)) remember(each)
}
const num = (text: string | undefined): number => Number.parseFloat((text ?? '').replace('−', '-').replaceAll(',', ''))
const bidOf = (symbol: string): number => num(quoted.get(symbol)?.['best_bid'])
const askOf = (symbol: string): number => num(quoted.get(symbol)?.['best_ask'])
const entryOf = (symbol: string): number => num(positions.get(symbol)?.['average_entry_price'])
const midOf = (symbol: string): number => (bidOf(symbol) + askOf(symbol)) / 2

function Held({
  of,
  children,
}: {
  readonly of: readonly string[]
  readonly children: (legs: readonly PositionsLeg[]) => ReactNode
}) {
  const { positionRows, lines, book } = usePortfolio()
  const { index } = useInstruments()
  if (positionRows === undefined || lines === undefined || book.units.size === 0 || index === undefined) return null
  return children(
    positionRows.flatMap(position =>
      of.includes(position.symbol)
        ? [{ id: position.id, position, size: position.size, isWhole: true, entry: position.entry }]
        : [],
    ),
  )
}

const dialog = () => screen.findByTestId('draft-dialog')
const inBuilder = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Open in builder' })
async function openPackage(opened: {
  readonly mock: { readonly calls: readonly (readonly unknown[])[] }
}): Promise<PositionPackage> {
  await userEvent.click(inBuilder())
  expect(opened.mock.calls).toHaveLength(1)
  return opened.mock.calls[0]?.[0] as PositionPackage
}
const sizesAfter = (
  held: Readonly<Record<string, number>>,
  { legs, quantity }: PositionPackage,
): Record<string, number> => {
  const after: Record<string, number> = { ...held }
  for (const { symbol, ratio } of legs) after[symbol] = (after[symbol] ?? 0) + ratio * num(quantity)
  return Object.fromEntries(Object.entries(after).filter(([, size]) => size !== 0))
}

describe('closing in place', () => {
  const dismiss = vi.fn<() => void>()
  beforeEach(async () => {
    dismiss.mockClear()
    await start(100)
  })

  async function close(...held: (readonly [string, string])[]): Promise<HTMLElement> {
    const result = packageOfPositions(
      held.map(([symbol, size]) => ({ symbol, size: dec(size) })),
      'close',
    )
    if (!result.ok) throw new Error(result.problem)
    const asked = closeTerms(result.value)
    await mountPage(<CloseBar initialTerms={asked} dismiss={dismiss} openInBuilder={() => undefined} />)
    const bar = await screen.findByTestId('close-bar')
    // This exchange's quotes, not the previous one's.
    const net = (priceOf: (symbol: string, isBought: boolean) => number): number =>
      asked.legs.reduce(
        (sum, { symbol, ratio }) => sum + ratio * priceOf(symbol, ratio > 0 === (asked.side === 'buy')),
        0,
      )
    const natural = net((symbol, isBought) => (isBought ? askOf(symbol) : bidOf(symbol)))
    await waitFor(() => {
      const shown = /(?:bid|ask) ([−\d,.]+) · mid ([−\d,.]+)/.exec(bar.textContent) ?? []
      expect(shown.slice(1).map(num)).toEqual([natural, net(midOf)])
      expect(review().disabled).toBe(false)
    })
    return bar
  }
  const review = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Review closing' })
  const size = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Size' })
  const price = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Price/ })
  const type = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } })
  const outcome = () => screen.getByTestId('close-outcome').textContent
  const realised = (): number => num(/you realise ([+−]?[\d,]+\.\d\d)(?!\d)/.exec(outcome())?.[1])
  const drafted = () => {
    fireEvent.click(review())
    const intent = must(desk.snapshot().intents.find(isUnderReview), 'a draft')
    return { body: intent.order, context: intent.context }
  }

  it('sells all of a long at the bid, at once, and realises what it makes against its entry', async () => {
    const bar = await close([perpetual, '1.5'])
    expect(bar.getAttribute('aria-label')).toBe('Sell to close · BTC PERP')
    // A perpetual costs nothing: its notional is not a receipt.
    expect(outcome()).toMatch(/^Price [\d,.]+ notional [\d,.]+ USD/)
    expect(outcome()).not.toMatch(/receive|pay/)
    expect(size().value).toBe('1.5')
    expect(num(price().value)).toBe(bidOf(perpetual))
    expect(realised()).toBeCloseTo((bidOf(perpetual) - entryOf(perpetual)) * 1.5, 6)
    const { body, context } = drafted()
    expect(body).toMatchObject({
      symbol: perpetual,
      ...firmIoc,
      side: 'sell',
      quantity: '1.5',
    })
    expect(num(body.price)).toBe(bidOf(perpetual))
    expect(context).toMatchObject({ title: 'Sell to close · BTC PERP' })
    expect(context.overridden).toBeUndefined()
  })

  it('goes by quarters from the quote to the mid, rounded to the step that is nearer to a fill', async () => {
    await close([perpetual, '1.5'])
    const slider = screen.getByRole('slider', { name: 'Mid to at once' })
    const [bid, mid] = [bidOf(perpetual), midOf(perpetual)]
    const shown = [0, 1, 2, 3, 4].map(part => {
      fireEvent.change(slider, { target: { value: String(part) } })
      return num(price().value)
    })
    const floor = (exact: number): number => Math.floor(exact / 0.5 + 1e-9) * 0.5
    expect(shown).toEqual([0, 1, 2, 3, 4].map(part => floor(mid + ((bid - mid) * part) / 4)))
    // A typed price applies until the slider moves.
    type(price(), '109000')
    expect(price().value).toBe('109000')
    fireEvent.change(slider, { target: { value: '0' } })
    expect(num(price().value)).toBe(floor(mid))
  })

  it('closes a part, and never more than is held', async () => {
    await close([perpetual, '1.5'])
    type(size(), '0.6')
    expect(realised()).toBeCloseTo((bidOf(perpetual) - entryOf(perpetual)) * 0.6, 6)
    type(size(), '1.5001')
    expect(outcome()).toContain('You hold 1.5: more would open the opposite.')
    expect(review().disabled).toBe(true)
    fireEvent.submit(must(review().form ?? undefined, 'a form'))
    expect(desk.snapshot().intents.filter(isUnderReview)).toEqual([])
    type(size(), '0.6')
    expect(drafted().body.quantity).toBe('0.6')
  })

  it('rests for two cycles where that is chosen', async () => {
    await close([perpetual, '1.5'])
    fireEvent.click(screen.getByRole('radio', { name: 'GTC' }))
    expect(drafted().body).toMatchObject({ time_in_force: 'GTC', recv_window: 2 })
  })

  it('sells a spread as it is held: each leg on the wire goes against its position, and cash is the legs’ quotes', async () => {
    const bar = await close([lower, '5'], [upper, '-5'])
    expect(bar.getAttribute('aria-label')).toMatch(/^Sell to close · Bull call spread/)
    const natural = bidOf(lower) - askOf(upper)
    const entered = entryOf(lower) - entryOf(upper)
    expect(realised()).toBeCloseTo((natural - entered) * 5, 4)
    const { body } = drafted()
    const sign = body.side === 'buy' ? 1 : -1
    const traded = Object.fromEntries((body.legs ?? []).map(leg => [leg.symbol, leg.ratio * sign * num(body.quantity)]))
    expect(traded).toEqual({ [lower]: -5, [upper]: 5 })
    // Buying at a positive price pays: cash is −sign × price × quantity.
    expect(-sign * num(body.price) * num(body.quantity)).toBeCloseTo(natural * 5, 6)
  })

  it('waits for the word at a price that gives it away, and hands the word on', async () => {
    await close([lower, '5'], [upper, '-5'])
    type(price(), '5')
    await waitFor(() => expect(review().disabled).toBe(true))
    type(screen.getByRole('textbox', { name: /^Type “send anyway”/ }), 'send anyway')
    await waitFor(() => expect(review().disabled).toBe(false))
    const { body, context } = drafted()
    expect(context.overridden).toBe(body.price)
  })

  it('is not reviewed while positions are not all known, and says why', async () => {
    await close([perpetual, '1.5'])
    positionsAs = rows => rows.map(row => (row['symbol'] === put ? { ...row, size: {} } : row))
    await act(async () => refreshAccount())
    await waitFor(() => expect(outcome()).toContain('Some positions are unknown'))
    expect(review().disabled).toBe(true)
    expect(dismiss).not.toHaveBeenCalled()
  })

  it('shrinks with a position that was sold elsewhere, and ends with it', async () => {
    await close([perpetual, '1.5'])
    positionsAs = rows => rows.map(row => (row['symbol'] === perpetual ? { ...row, size: '0.4' } : row))
    await act(async () => refreshAccount())
    await waitFor(() => expect(size().value).toBe('0.4'))
    positionsAs = rows => rows.filter(row => row['symbol'] !== perpetual)
    await act(async () => refreshAccount())
    await waitFor(() => expect(dismiss).toHaveBeenCalled())
  })

  it('has the size in focus, and goes by Escape', async () => {
    await close([perpetual, '1.5'])
    expect(document.activeElement).toBe(size())
    await userEvent.keyboard('{Escape}')
    expect(dismiss).toHaveBeenCalledTimes(1)
  })

  it('hides what is held and made, not what is typed', async () => {
    const bar = await close([perpetual, '1.5'])
    type(size(), '0.6')
    act(() => setPreferences({ amounts: 'hidden' }))
    expect(outcome()).toContain(`you realise ${mask}`)
    expect(bar.textContent).toContain(`of ${mask}`)
    expect(size().value).toBe('0.6')
  })
})

describe('rolling', () => {
  const opened = vi.fn<(value: PositionPackage) => void>()
  const next = (symbol: string): string => symbol.replace('20261225', must(laterDay(), 'a later expiry'))
  const laterDay = (): string | undefined =>
    [...quoted.keys()]
      .flatMap(symbol => /^BTC-(\d{8})-\d+C$/.exec(symbol)?.[1] ?? [])
      .filter(day => day > '20261225')
      .sort()[0]
  beforeEach(async () => {
    opened.mockClear()
    await start(1_000)
  })

  async function roll(...of: string[]): Promise<HTMLElement> {
    await mountPage(<Held of={of}>{legs => <RollDialog legs={legs} close={() => undefined} open={opened} />}</Held>)
    return dialog()
  }
  const strikeIn = (text: string): number => num(/(\d+) C/.exec(text)?.[1])
  const becomes = (drawn: HTMLElement): (string | null)[] =>
    [...drawn.querySelectorAll('table:not([aria-label]) tbody tr')].map(row => row.children[2]?.textContent ?? null)

  it('takes each leg to its strike of the next expiry, in one order that leaves nothing of the old', async () => {
    const drawn = await roll(lower, upper)
    await waitFor(() => expect(inBuilder().disabled).toBe(false))
    expect(becomes(drawn)).toEqual([lower, upper].map(symbol => shortName(next(symbol))))
    const value = await openPackage(opened)
    expect(sizesAfter({ [lower]: 5, [upper]: -5 }, value)).toEqual({ [next(lower)]: 5, [next(upper)]: -5 })
  })

  it('costs the mids of its legs, and at once what they cost at their quotes', async () => {
    const drawn = await roll(lower)
    const cost = await screen.findByTestId('roll-effect')
    const [mid, natural] = [midOf(next(lower)) - midOf(lower), askOf(next(lower)) - bidOf(lower)]
    await waitFor(() => {
      const amounts = [...cost.querySelectorAll('p > :first-child > :first-child')].map(each =>
        num(/^(?:Mid|You pay) ([\d,.]+)/.exec(each.textContent)?.[1]),
      )
      expect(amounts).toEqual([mid, natural])
    })
    expect(cost.textContent).toContain(`× 5 = ${(mid * 5).toLocaleString('en-US', { maximumFractionDigits: 6 })}`)
    expect(within(drawn).getByRole('table', { name: 'BTC: greeks before and after the roll' })).toBeTruthy()
  })

  it('to the expiry where it is already rolls nothing, unless to another strike', async () => {
    const drawn = await roll(lower)
    const to = within(drawn).getByRole<HTMLSelectElement>('combobox', { name: 'To' })
    const here = must(
      [...to.options].find(option => option.text.includes('25DEC26')),
      'its own expiry',
    ).value
    fireEvent.change(to, { target: { value: here } })
    expect(becomes(drawn)).toEqual(['stays: it is there already'])
    fireEvent.change(within(drawn).getByRole('combobox', { name: 'Strikes' }), { target: { value: '-1' } })
    const value = await openPackage(opened)
    const [rolled] = Object.entries(sizesAfter({ [lower]: 5 }, value))
    expect(rolled?.[1]).toBe(5)
    expect(strikeIn(shortName(rolled?.[0] ?? ''))).toBeLessThan(strikeIn(shortName(lower)))
    expect(rolled?.[0]).toContain('20261225')
  })
})

describe('hedging the delta', () => {
  const opened = vi.fn<(value: PositionPackage) => void>()
  beforeEach(async () => {
    opened.mockClear()
    await start(100)
  })

  async function hedge(...of: string[]): Promise<HTMLElement> {
    await mountPage(
      <Held of={of}>
        {legs => <HedgeDialog legs={legs} what={`${legs.length} legs`} close={() => undefined} open={opened} />}
      </Held>,
    )
    const drawn = await dialog()
    await waitFor(() => expect(drawn.textContent).toMatch(/Delta [+−]/))
    return drawn
  }
  const deltaIn = (drawn: HTMLElement): number => num(/Delta ([+−][\d.,]+)/.exec(drawn.textContent)?.[1])

  it('of a perpetual sells as much as is held, and leaves nothing', async () => {
    const drawn = await hedge(perpetual)
    expect(deltaIn(drawn)).toBe(1.5)
    expect(drawn.textContent).toContain('1 of 1 leg priced')
    expect(drawn.textContent).toContain('Sell 1.5 BTC PERP leaves 0.')
    expect(await openPackage(opened)).toEqual({ legs: [{ symbol: perpetual, ratio: -1 }], quantity: '1.5' })
  })

  it('of several bases is of one at a time, by its own instruments', async () => {
    const drawn = await hedge(perpetual, straddleCall, straddlePut)
    fireEvent.change(within(drawn).getByRole('combobox', { name: 'Base' }), { target: { value: 'ETH' } })
    await waitFor(() => expect(drawn.textContent).toMatch(/Delta [+−][\d.]+ ETH · 2 of 2 legs priced/))
    const by = within(drawn).getByRole<HTMLSelectElement>('combobox', { name: 'By' })
    expect([...by.options].every(option => option.text.startsWith('ETH'))).toBe(true)
    fireEvent.change(by, { target: { value: 'ETH-20261225' } })
    const { legs } = await openPackage(opened)
    expect(legs.map(leg => leg.symbol)).toEqual(['ETH-20261225'])
  })
})

describe('closing legs of unequal sizes', () => {
  const held = [
    { symbol: 'BTC-20261225-115000C', size: dec('5') },
    { symbol: 'BTC-20261225-100000P', size: dec('-2') },
    { symbol: perpetual, size: dec('0.7') },
  ]
  const exact = packageOfPositions(held, 'close')
  const round = must(roundPackage(held, 'close'), 'round ratios')
  const opened = vi.fn<(value: PositionPackage) => void>()
  const sizes = Object.fromEntries(held.map(({ symbol, size }) => [symbol, num(size)]))

  beforeEach(() => start(100))

  async function ask(): Promise<HTMLElement> {
    opened.mockClear()
    if (!exact.ok) throw new Error(exact.problem)
    await mountPage(
      <CloseDialog title="Close 3 legs" exact={exact.value} round={round} close={() => undefined} open={opened} />,
    )
    return dialog()
  }

  it('uses round ratios by default, and states the true remainder', async () => {
    const drawn = await ask()
    // 0.7 of each is the smallest; 4 × 0.7 and 2 × 0.7 of the others.
    expect(drawn.textContent).toContain('Leaves 2.2 BTC 25DEC26 115000 C, −0.6 BTC 25DEC26 100000 P')
    const after = sizesAfter(sizes, await openPackage(opened))
    expect(after['BTC-20261225-115000C']).toBeCloseTo(2.2, 9)
    expect(after['BTC-20261225-100000P']).toBeCloseTo(-0.6, 9)
    expect(Object.keys(after)).toHaveLength(2)
  })

  it('hides how much at once, not what', async () => {
    const drawn = await ask()
    act(() => setPreferences({ amounts: 'hidden' }))
    expect(drawn.textContent).toContain(`${mask} × sell 50 BTC 25DEC26 115000 C`)
    expect(drawn.textContent).toContain(`Leaves ${mask} BTC 25DEC26 115000 C`)
  })

  it('or closes everything in odd ratios', async () => {
    const drawn = await ask()
    expect(drawn.textContent).toContain(
      '0.1 × sell 50 BTC 25DEC26 115000 C, buy 20 BTC 25DEC26 100000 P, sell 7 BTC PERP',
    )
    await userEvent.click(within(drawn).getByRole('radio', { name: /^0\.1 ×/ }))
    const after = sizesAfter(sizes, await openPackage(opened))
    expect(Object.values(after).every(size => Math.abs(size) < 1e-9)).toBe(true)
  })
})
