/**
 * The builder before the program is there: the chain of the answers that set out with the page, and the payoff of the draft that its address names,
 * in the panels that wait in it. What the program will show of the same answers in its first picture, drawn of the same parts; where it would show
 * anything else, nothing is drawn. Nothing of it can be pressed.
 */
import '../../ui/theme/sheets.ts'
import type { ReactNode } from 'react'
import { earlyPositions } from '../../api/account/early-positions.ts'
import { cachedListing, earlyListing, earlySummary } from '../../api/market/early-market.ts'
import { readStored } from '../../api/browser/stored.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { parseBuilderSearch } from '../../links/builder-link.ts'
import { elementSize } from '../../ui/charts/element-size.ts'
import { drawElements } from '../../ui/draw-elements.ts'
import { readIsVast, readWidth } from '../../ui/panel/use-width.ts'
import layout from './builder.module.css'
import { fittingColumns, lastChainRoomPx, noteChainRoom, readWantedColumns } from './chain/chain-columns.ts'
import { moneyScrollTop } from './chain/chain-table.tsx'
import { showChosenTab } from './chain/expiry-tabs.tsx'
import { type FirstFigures, type FirstPayoff, firstFigures, firstListing } from './first/first-figures.ts'
import { FirstChain, moneyOf } from './first/first-chain.tsx'
import { FirstEffects, FirstPayoffPanel, FirstPlot } from './first/first-payoff.tsx'
import { isWireOpen } from './ticket/use-wire-fold.ts'
import wire from './ticket/wire-panel.module.css'

/** Rows of a chain that the program draws whole. */
const mostRows = 150
/** Least widths of the panes, px, as the program lays them out. */
const leastPx = { chain: 425, middle: 340, structure: 480 } as const

/** What of the address says that the program shows something else, or reads it in another way. */
const isPlainAddress = (search: URLSearchParams): boolean =>
  !['panel', 'trade', 'alert'].some(name => search.has(name)) && [...search.values()].every(value => value.length <= 4_000)

export async function firstBuild(): Promise<void> {
  const search = new URLSearchParams(location.search)
  if (readWidth() !== 'wide' || readIsVast() || !isPlainAddress(search)) return
  // What was typed over the market stands in other places too.
  if (readStored('tab', 'legwork.typed-inputs') !== undefined) return
  // Before the answers, for the program counts on it too, and may be there first or have the drawing alone.
  const chainRoom = paneOf('chain')
  if (chainRoom !== null) noteChainRoom(Math.max(leastPx.chain, chainRoom.clientWidth))
  const summary = earlySummary()
  const [index, positions] = await Promise.all([earlyListing(cachedListing()), earlyPositions()])
  if (index === undefined) return
  const named = parseBuilderSearch(Object.fromEntries(search))
  const known = { index, positions, nowMs: serverNowMs(), search: named }
  // The summary takes longest; the names of what is listed are read meanwhile.
  const listed = firstListing(known)
  const quotes = await summary
  const figures = quotes && firstFigures({ ...known, quotes }, listed)
  if (figures === undefined || figures.rows.length === 0 || figures.rows.length > mostRows) return
  const chain = drawChain(figures)
  // The style sheet of the payoff is in the page where the address names a draft.
  const payoff = named.legs === undefined || isWireOpen() ? undefined : figures.payoff
  const stage = payoff && drawPayoff(payoff, figures)
  // Read together, so that the page is laid out once.
  const tabs = document.querySelector('[data-pane="chain"] [role="tablist"]')
  if (tabs !== null) showChosenTab(tabs)
  const [gridPx, size] = [chain?.clientHeight ?? 0, stage && elementSize(stage)]
  const money = moneyOf(figures)
  if (chain !== undefined && money !== undefined) chain.scrollTop = moneyScrollTop(money, gridPx)
  if (stage === undefined || size === undefined || payoff === undefined || size.width === 0 || size.height === 0) return
  stage.append(drawElements(<FirstPlot payoff={payoff} draft={figures.draft} listed={index} {...size} />))
  requestAnimationFrame(() => setTimeout(() => drawEffects(payoff)))
}

/** What the order does to the book: of all positions, so after the frame with the curve. The program may be there already. */
function drawEffects(payoff: FirstPayoff): void {
  const table = paneOf('middle')?.querySelector('[inert] [data-testid="effects-table"]')
  table?.replaceWith(drawElements(<FirstEffects payoff={payoff} effects={payoff.effects()} />))
}

const paneOf = (id: keyof typeof leastPx): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-split="build"] > [data-pane="${id}"]`)

/** Puts it in a pane as wide as the program makes it; nothing in it can be pressed. */
function fill(pane: HTMLElement, content: ReactNode): void {
  pane.inert = true
  pane.replaceChildren(drawElements(content))
}

/** The chain's table, which is to be scrolled; undefined where there is no pane for it. */
function drawChain(figures: FirstFigures): Element | undefined {
  const pane = paneOf('chain')
  if (pane === null) return undefined
  const columns = fittingColumns(readWantedColumns(), lastChainRoomPx())
  for (const id of ['chain', 'middle', 'structure'] as const) paneOf(id)?.style.setProperty('min-width', `${leastPx[id]}px`)
  fill(pane, <FirstChain figures={figures} columns={columns} />)
  return pane.querySelector('[data-testid="chain-grid"]') ?? undefined
}

/** The stage of the plot, which is drawn when its size is known. */
function drawPayoff(payoff: FirstPayoff, { draft }: FirstFigures): Element | undefined {
  const pane = paneOf('middle')
  if (pane === null) return undefined
  fill(
    pane,
    <div className={layout.stack}>
      <div className={layout.grow}>
        <FirstPayoffPanel payoff={payoff} draft={draft} />
      </div>
      <section className={wire.line} />
    </div>,
  )
  return pane.querySelector('[data-testid="payoff-chart"]')?.lastElementChild ?? undefined
}
