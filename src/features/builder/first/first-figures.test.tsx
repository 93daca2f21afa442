// @vitest-environment happy-dom
/** What is drawn before the program is there is what the program draws of the same answers at the same moment. */
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInstruments } from '../../../api/market/instruments.ts'
import { startApi } from '../../../api/start-api.ts'
import { signInToSandbox } from '../../../api/venue/sign-in.ts'
import { builderSearch, parseBuilderSearch } from '../../../links/builder-link.ts'
import { dec } from '../../../domain/decimal.ts'
import { usePlainPositions } from '../../../model/account/use-portfolio.ts'
import { useMarket } from '../../../model/market/use-market.ts'
import { startRegistry } from '../../../model/orders/use-registry.ts'
import { leavePage, mountPage } from '../../../testing/mount-page.tsx'
import { type SandboxFixture, createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import '../../../testing/sized-elements.ts'
import '../../../testing/overlays-there.ts'
import { drawElements } from '../../../ui/draw-elements.ts'
import { setPreferences } from '../../../ui/theme/preferences.ts'
import BuildPage from '../builder-page.tsx'
import { readWantedColumns, wantColumn } from '../chain/chain-columns.ts'
import { FirstChain } from './first-chain.tsx'
import { type FirstInputs, firstFigures } from './first-figures.ts'
import { FirstEffects, FirstPayoffPanel, FirstPlot } from './first-payoff.tsx'

Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })

/** As the elements of the page are sized. */
const stage = { width: 1_400, height: 800 }
function must<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('It is not there.')
  return value
}

let sandbox: SandboxFixture
let stop: () => void
let stopRegistry: () => void
/** What the program drew of last. */
let read: Pick<FirstInputs, 'quotes' | 'positions' | 'nowMs'> | undefined

function Probe({ onDrawn }: { readonly onDrawn: (of: typeof read) => void }) {
  const { quotes, surfaces } = useMarket()
  const positions = usePlainPositions().positions.data
  useEffect(() => {
    onDrawn(quotes.data && { quotes: quotes.data, positions, nowMs: surfaces.atMs })
  })
  return null
}

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  const { happyDOM } = window as unknown as { readonly happyDOM: { setViewport(size: object): void } }
  happyDOM.setViewport({ width: 1440, height: 900 })
  // Sizes are of order books, which the program asks for later.
  wantColumn('size', false)
  sandbox = await createSandboxFixture({ instruments: 400 })
  stop = startApi({ fetch: sandbox.fetch })
  stopRegistry = startRegistry()
  await waitFor(() => expect(readInstruments().status).toBe('ready'))
})
afterEach(async () => {
  setPreferences({ amounts: 'shown' })
  wantColumn('size', true)
  stopRegistry()
  await leavePage(stop)
})

/** A condor around the money of the expiry after the first, in the form of an address. */
function condor(): string {
  const index = must(readInstruments().index)
  const rows = index.chain('BTC', must(index.expiries('BTC')[1]))
  const at = (place: number) => must(rows[Math.floor(rows.length / 2) + place])
  const legs = [
    { symbol: must(at(-4).put).symbol, ratio: 1 },
    { symbol: must(at(-2).put).symbol, ratio: -1 },
    { symbol: must(at(2).call).symbol, ratio: -1 },
    { symbol: must(at(4).call).symbol, ratio: 1 },
  ]
  return `/build?${new URLSearchParams(builderSearch({ legs, side: 'buy', quantity: dec('1'), mode: 'rfq' }))}`
}

/** What the program shows at this address, and what is drawn before it of the same. */
async function bothAt(address: string) {
  await mountPage(
    <>
      <BuildPage />
      <Probe onDrawn={of => (read = of)} />
    </>,
    address,
  )
  await screen.findByTestId('chain-grid')
  const isDrafted = address.includes('legs=')
  await waitFor(() => {
    expect(document.documentElement.dataset['ready']).toBe('true')
    if (isDrafted) expect(screen.getByTestId('payoff-chart').querySelector('path[data-curve]')).not.toBeNull()
  })
  const inputs = {
    index: must(readInstruments().index),
    ...must(read),
    search: parseBuilderSearch(Object.fromEntries(new URLSearchParams(address.split('?')[1]))),
  }
  const figures = must(firstFigures(inputs))
  const early = document.createElement('div')
  early.append(drawElements(<FirstChain figures={figures} columns={readWantedColumns()} />))
  const { payoff, draft } = figures
  if (payoff !== undefined) {
    early.append(drawElements(<FirstPayoffPanel payoff={payoff} draft={draft} />))
    must(early.querySelector('[data-testid="payoff-chart"]')?.lastElementChild).append(
      drawElements(<FirstPlot payoff={payoff} draft={draft} listed={inputs.index} {...stage} />),
    )
    must(early.querySelector('[data-testid="effects-table"]')).replaceWith(
      drawElements(<FirstEffects payoff={payoff} effects={payoff.effects()} />),
    )
  }
  return { early, program: document.body, figures }
}

const panelOf = (within: Element, name: string): Element => must(within.querySelector(`[data-panel="${name}"]`))

/** Of the cells of its tables: what they say, and by what they look so. */
const looks = (panel: Element): readonly string[] =>
  [...panel.querySelectorAll('td, th, td *, th *')].map(each => {
    const marks = ['class', 'title', 'data-money', 'data-held', 'data-symbol', 'data-basis', 'aria-label', 'disabled']
    return [each.tagName, each.textContent, ...marks.map(name => each.getAttribute(name) ?? '')].join('|')
  })

/** What is drawn of curves, marks, labels and handles. */
const drawing = (panel: Element): readonly string[] =>
  [...panel.querySelectorAll('figure svg path, figure svg text, figure svg line, figure svg rect, figure svg circle')].map(each =>
    ['class', 'd', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'width', 'height', 'text-anchor']
      .map(name => each.getAttribute(name) ?? '')
      .concat(each.textContent ?? '')
      .join('|'),
  )

describe('the first picture of the builder', () => {
  it('is the chain and the payoff that the program draws', { timeout: 120_000 }, async () => {
    const { early, program } = await bothAt(condor())
    for (const name of ['Option chain', 'Payoff']) {
      expect(panelOf(early, name).textContent).toBe(panelOf(program, name).textContent)
      expect(looks(panelOf(early, name))).toEqual(looks(panelOf(program, name)))
    }
    expect(drawing(panelOf(early, 'Payoff'))).toEqual(drawing(panelOf(program, 'Payoff')))
    expect(drawing(panelOf(early, 'Payoff')).length).toBeGreaterThan(20)
  })

  it('is the same of an account that holds positions, and with amounts hidden', { timeout: 120_000 }, async () => {
    await act(async () => expect(await signInToSandbox('demo')).toEqual({ ok: true }))
    setPreferences({ amounts: 'hidden' })
    const { early, program, figures } = await bothAt(condor())
    expect(must(read).positions?.length).toBeGreaterThan(0)
    expect(figures.payoff?.effects().before).toBeDefined()
    for (const name of ['Option chain', 'Payoff']) {
      expect(panelOf(early, name).textContent).toBe(panelOf(program, name).textContent)
      expect(looks(panelOf(early, name))).toEqual(looks(panelOf(program, name)))
    }
    expect(panelOf(early, 'Payoff').textContent).toContain('•••')
  })

  it('has no payoff without a draft, and the chain of the base in the address', async () => {
    const { early, program } = await bothAt('/build?base=ETH')
    expect(panelOf(early, 'Option chain').textContent).toBe(panelOf(program, 'Option chain').textContent)
    expect(within(early as HTMLElement).queryByTestId('payoff-chart')).toBeNull()
  })
})
