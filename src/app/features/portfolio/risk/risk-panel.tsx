/**
 * Risk of the portfolio: payoff, stress, greeks, concentration, next expiries, for one base or all. Each view names
 * what could not be priced.
 */
import { memo, useMemo, useState } from 'react'
import type { Risk } from '../../../../core/account/account-model.ts'
import { gapText } from '../../../../core/account/gap.ts'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { isZero, toNumber } from '../../../../core/domain/decimal.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { netGreeks, type PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { presentScenario } from '../../../../core/pricing/portfolio/payoff-model.ts'
import type { HeldCoins } from '../../../../core/pricing/portfolio/stress.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Skeleton } from '../../../ui/controls/waiting.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { type PanelState, panelStateOf } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useIsUltrawide } from '../../../ui/panel/use-width.ts'
import { type PickedPart, splitLines, usePicked } from '../rows/picked.ts'
import { ConcentrationView } from './concentration-view.tsx'
import { ExpiriesView } from './expiries-view.tsx'
import { GreeksView } from './greeks-view.tsx'
import { PortfolioPayoffView } from './portfolio-payoff-view.tsx'
import { chooseRisk, greekViews, riskTabs, type RiskView, type Subset, useRiskChoices } from './risk-choices.ts'
import { riskGroup } from './risk-keys.ts'
import type { ChosenPoint } from './risk-view.ts'
import styles from './risk.module.css'
import { StressView } from './stress-view.tsx'

interface SubsetChoiceProps {
  readonly picked: PickedPart | undefined
  readonly subset: Subset
}

const names = { ticked: 'Ticked', filtered: 'Filtered' } as const

function SubsetChoice({ picked, subset }: SubsetChoiceProps) {
  // Legs below a pointer are shown temporarily, without this choice.
  if (picked === undefined || picked.kind === 'hovered') return null
  const options = [
    { value: 'all', label: 'All legs', hint: 'Whatever is picked in the positions' },
    {
      value: 'picked',
      label: `${names[picked.kind]} ${picked.sizes.size}`,
      hint: 'The legs ticked in the positions, else those under the pointer, else those a filter leaves; the whole is drawn faint',
    },
    { value: 'without', label: 'Without', hint: 'All legs without the picked ones, to see what those hedge' },
  ] as const
  return (
    <Segmented label="Risk of" compact value={subset} options={options} onChange={subset => chooseRisk({ subset })} />
  )
}

/** Returns the previous list if the new one is equal by `isSame`, so that derived values are computed once. */
export function useSameList<Item>(
  list: readonly Item[],
  isSame: (a: Item, b: Item) => boolean = Object.is,
): readonly Item[] {
  const [saved, setSaved] = useState(list)
  const areSame = saved.length === list.length && list.every((item, at) => isSame(item, saved[at] as Item))
  if (!areSame) setSaved(list)
  return areSame ? saved : list
}

const presentPoint: ChosenPoint = { scenario: presentScenario, prices: {} }

// Memoised by their inputs; each subscribes to hidden amounts itself.
const views = {
  payoff: memo(PortfolioPayoffView),
  stress: memo(StressView),
  greeks: memo(GreeksView),
  shares: memo(ConcentrationView),
  expiries: memo(ExpiriesView),
  hedge: memo(lazyComponent(async () => (await import('./hedge-view.tsx')).HedgeView, <Skeleton />)),
} as const

function useShownRisk({ positionRows: rows, lines, net, book, underlyings, lastRisk }: Portfolio): Risk {
  return useMemo(() => {
    if (rows === undefined || lines === undefined || net === undefined) return lastRisk?.value ?? nothing
    return { rows, lines, net, book, underlyings }
  }, [rows, lines, net, book, underlyings, lastRisk])
}

const nothing: Risk = {
  rows: [],
  lines: [],
  net: netGreeks([], () => undefined),
  book: { surfaceOf: () => undefined, isPending: () => false, underlyings: new Map(), units: new Map(), atMs: 0 },
  underlyings: new Map(),
}

/**
 * Bases in line order, stable across polls. A base with only unpriceable instruments is no choice; views of all bases
 * name those as excluded.
 */
const useBases = (lines: readonly PortfolioLine[]): readonly string[] =>
  useSameList(useMemo(() => [...new Set(lines.flatMap(line => (line.kind === 'other' ? [] : [line.base])))], [lines]))

/** Balances are read with every poll but seldom change. */
const isSameCoin = (a: HeldCoins, b: HeldCoins): boolean =>
  a.base === b.base && a.amount === b.amount && a.price === b.price
const useHeldCoins = (rows: Portfolio['balanceRows']): readonly HeldCoins[] =>
  useSameList(
    useMemo(() => heldCoins(rows), [rows]),
    isSameCoin,
  )

const flat = { title: 'No risk: no open positions', detail: 'New positions appear here automatically.' }

function stateOf(portfolio: Portfolio, lacksMarket: boolean): PanelState {
  const { positions, market, listing, riskGap, lastRisk } = portfolio
  if (riskGap !== undefined && positions.status === 'ready') {
    const detail = gapText(riskGap)
    if (lastRisk === undefined)
      return { kind: 'failed', title: 'The risk is not known', detail, retry: positions.refetch }
    return { kind: 'stale', agoMs: () => serverNowMs() - lastRisk.atMs, detail, retry: positions.refetch }
  }
  const state = panelStateOf(positions, { what: 'positions', empty: portfolio.lines?.length === 0 && flat })
  if (state.kind !== 'ready' || lacksMarket) return state
  // If quotes fail, positions are still shown, and each view says what is missing.
  if (market.status === 'failed') return { kind: 'ready' }
  const quoted = panelStateOf(market, { what: 'quotes' })
  // Quotes need the listing; if it fails, views without quotes remain.
  return quoted.kind === 'ready' && listing === 'waiting' ? { kind: 'waiting' } : quoted
}

export function RiskPanel({ portfolio }: { readonly portfolio: Portfolio }) {
  const lacksMarket = useCapabilities().marketSummary === 'absent'
  const choices = useRiskChoices()
  const risk = useShownRisk(portfolio)
  const all = risk.lines
  const coins = useHeldCoins(portfolio.balanceRows)
  const [chosen, setChosen] = useState(presentPoint)
  const picked = usePicked()
  const { subset } = choices
  const { part, own, isPart } = useMemo(() => partOf(all, picked, subset), [all, picked, subset])
  const bases = useBases(all)
  const held = choices.base !== undefined && bases.includes(choices.base) ? choices.base : undefined
  // A payoff needs one base: that of the picked legs if they share one, else the chosen one.
  const base = own ?? (choices.view === 'payoff' ? (held ?? bases[0]) : held)
  useBaseCommands(bases)
  const lines = useMemo(() => ofBase(part, base), [part, base])
  const whole = useMemo(() => (isPart ? ofBase(all, base) : undefined), [isPart, all, base])
  const shown = useMemo(() => ({ ...choices, base }), [choices, base])
  const hasAll = choices.view !== 'payoff'
  const parts = choices.view === 'shares' || choices.view === 'greeks' ? choices.view : undefined
  const lead = useMemo(
    () => (
      <>
        {parts !== undefined && (
          <Segmented<RiskView>
            label="Greeks as"
            compact
            value={parts}
            options={greekViews}
            onChange={view => chooseRisk({ view })}
          />
        )}
        {bases.length < 2 ? null : <BaseChoice bases={bases} base={base} hasAll={hasAll} />}
        <SubsetChoice picked={picked} subset={subset} />
      </>
    ),
    [bases, base, hasAll, parts, picked, subset],
  )
  const View = views[choices.view]
  const Stress = views.stress
  // If there is room, payoff and stress are side by side.
  const isPair = useIsUltrawide() && choices.view === 'payoff'
  const given = { risk, lines, whole, coins, chosen, setChosen, choices: shown }
  return (
    <Panel
      title="Risk"
      testId="risk-panel"
      state={stateOf(portfolio, lacksMarket)}
      toolbar={
        <>
          <Segmented<RiskView>
            label="Risk"
            compact
            value={choices.view === 'shares' ? 'greeks' : choices.view}
            options={riskTabs}
            onChange={view => chooseRisk({ view })}
          />
          <Button size="sm" aria-pressed={choices.view === 'hedge'} onClick={() => chooseRisk({ view: 'hedge' })}>
            Hedge
          </Button>
        </>
      }
    >
      <div className={cx(styles.body, isPair && styles.pair)}>
        <View {...given} lead={lead} />
        {isPair && <Stress {...given} lead={null} />}
      </div>
    </Panel>
  )
}

const ofBase = (lines: readonly PortfolioLine[], base: string | undefined): readonly PortfolioLine[] =>
  base === undefined ? lines : lines.filter(line => line.base === base)

function partOf(all: readonly PortfolioLine[], picked: PickedPart | undefined, subset: Subset) {
  const split = picked === undefined || subset === 'all' ? undefined : splitLines(all, picked.sizes)
  if (split === undefined || split.picked.length === 0) return { part: all, own: undefined, isPart: false }
  return { part: subset === 'picked' ? split.picked : split.without, own: onlyBase(split.picked), isPart: true }
}

/** Excludes USD and assets without an index. */
const heldCoins = (rows: Portfolio['balanceRows']): HeldCoins[] =>
  rows.flatMap(({ symbol, cash, rate, isReference }) =>
    symbol === 'USD' || isReference || rate === undefined || isZero(cash)
      ? []
      : [{ base: symbol, amount: toNumber(cash), price: toNumber(rate.rate) }],
  )

const onlyBase = ([first, ...rest]: readonly PortfolioLine[]): string | undefined =>
  rest.every(line => line.base === first?.base) ? first?.base : undefined

interface BaseChoiceProps {
  readonly bases: readonly string[]
  readonly base: string | undefined
  readonly hasAll: boolean
}

const mostChips = 6

function BaseChoice({ bases, base, hasAll }: BaseChoiceProps) {
  const options = [...(hasAll ? [{ value: '', label: 'All' }] : []), ...bases.map(value => ({ value, label: value }))]
  const take = (value: string): void => chooseRisk({ base: value === '' ? undefined : value })
  const shared = { label: 'Base', compact: true, value: base ?? '', options, onChange: take } as const
  return options.length > mostChips ? <Select {...shared} /> : <Segmented {...shared} />
}

const useBaseCommands = (bases: readonly string[]): void =>
  useCommands(
    bases.length < 2
      ? []
      : [undefined, ...bases].map(base => ({
          id: `risk.base.${base ?? 'all'}`,
          name: `Risk of ${base ?? 'all bases'}`,
          group: riskGroup,
          run: () => chooseRisk({ base }),
        })),
  )
