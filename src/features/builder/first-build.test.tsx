// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askEarly } from '../../api/venue/early-requests.ts'
import { createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import '../../testing/sized-elements.ts'
import { lastChainRoomPx, noteChainRoom } from './chain/chain-columns.ts'
import { firstBuild } from './first-build.tsx'

const listingPath = '/v1/api/exchangeInfo'
const summaryPath = '/v1/market_data/tradeable_entity/all/summary'
const panes = ['chain', 'middle', 'structure'] as const
/** Changes an answer on its way. */
let spoil: (text: string) => string
let legs = ''

const pane = (name: (typeof panes)[number]): Element | null => document.querySelector(`[data-pane="${name}"]`)

function wide(width: number): void {
  const { happyDOM } = window as unknown as { readonly happyDOM: { setViewport(size: object): void } }
  happyDOM.setViewport({ width, height: 900 })
}

beforeEach(async () => {
  wide(1440)
  spoil = text => text
  const { fetch } = await createSandboxFixture()
  const text = async (path: string): Promise<string> => await (await fetch(`http://sandbox${path}`, {})).text()
  const texts = new Map([
    [listingPath, await text(listingPath)],
    [summaryPath, await text(summaryPath)],
  ])
  vi.stubGlobal('fetch', async (url: string) => new Response(spoil(texts.get(url) ?? '')))
  const symbols = [...(texts.get(listingPath) ?? '').matchAll(/"symbol":"(BTC-\d{8}-\d+C)"/g)].map(([, symbol]) => symbol)
  legs = `${symbols[3]}@1/${symbols[5]}@-1`
  document.head.innerHTML = '<meta name="legwork-venue" content="sandbox">'
  const waiting = panes.map(name => `<div data-pane="${name}"><section>waiting</section></div>`).join('')
  document.body.innerHTML = `<div data-split="build">${waiting}</div>`
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

async function openAt(search: string): Promise<void> {
  history.replaceState(null, '', `/build${search}`)
  askEarly({ listing: listingPath, public: [summaryPath] })
  await firstBuild()
}

describe('the builder before the program', () => {
  it('shows the chain of the draft in the address and its payoff, out of reach of hand and key', async () => {
    await openAt(`?legs=${legs}&dir=buy`)
    expect(pane('chain')?.querySelectorAll('[data-testid="chain-grid"] [data-symbol]').length).toBeGreaterThan(10)
    expect(pane('middle')?.querySelectorAll('path[data-curve]').length).toBeGreaterThan(1)
    for (const name of ['chain', 'middle'] as const) expect(pane(name)?.hasAttribute('inert')).toBe(true)
    expect(pane('structure')?.textContent).toBe('waiting')
  })
  it('says nothing of greeks until the curve is on the screen, in the room that they take', async () => {
    const rows = (): readonly string[] =>
      [...document.querySelectorAll('[data-testid="effects-table"] tbody tr')].map(row => row.textContent)
    await openAt(`?legs=${legs}&dir=buy`)
    expect(rows()).toEqual(['Draft, total–––––', 'Book before–––––', 'Book after–––––'])
    await vi.waitFor(() => expect(rows()[0]).toMatch(/^Draft, total[+−]\d/))
    // Nobody is signed in: what the book holds is not known.
    expect(rows().slice(1)).toEqual(['Book before–––––', 'Book after–––––'])
  })
  it('leaves the table of greeks to the program where that is there first', async () => {
    await openAt(`?legs=${legs}&dir=buy`)
    const program = document.createElement('table')
    program.dataset['testid'] = 'effects-table'
    const middle = pane('middle') as HTMLElement
    middle.inert = false
    middle.replaceChildren(program)
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
    expect(middle.firstElementChild).toBe(program)
  })
  it('shows the chain alone where no draft is in the address, or the wire preview takes its room', async () => {
    await openAt('')
    expect(pane('chain')?.textContent).toContain('Strike')
    expect(pane('middle')?.textContent).toBe('waiting')
    localStorage.setItem('legwork.build.wireOpen', 'true')
    await openAt(`?legs=${legs}`)
    expect(pane('middle')?.textContent).toBe('waiting')
  })
  it('measures the pane of the chain for the program, also where there is nothing to be drawn in it', async () => {
    noteChainRoom(0)
    spoil = () => ''
    await openAt('')
    expect(pane('chain')?.textContent).toBe('waiting')
    expect(lastChainRoomPx()).toBe(1_400)
  })
  it.each([
    ['a panel stands alone', () => openAt('?panel=payoff')],
    ['the single-leg ticket is open', () => openAt('?trade=BTC-USD')],
    [
      'something is typed over the market',
      () => {
        sessionStorage.setItem('legwork.typed-inputs', '{"sandbox BTC":[]}')
        return openAt('')
      },
    ],
    [
      'the window is narrow',
      () => {
        wide(1000)
        return openAt('')
      },
    ],
    [
      'the window is vast',
      () => {
        wide(2560)
        return openAt('')
      },
    ],
    [
      'a row of the answer is not as it should be',
      () => {
        spoil = text => text.replace(/"best_bid":"([\d.]+)"/, '"best_bid":$1')
        return openAt('')
      },
    ],
  ])('is left to the program where %s', async (_, open) => {
    await open()
    for (const name of panes) expect(pane(name)?.textContent).toBe('waiting')
  })
})
