/** Volatility of one base from current quotes: the smile of an expiry and all expiries. */
import { useMemo, useState } from 'react'
import { retryInstruments } from '../../../api/market/instruments.ts'
import { useCapabilities } from '../../../api/venue/capabilities.ts'
import type { ListedUniverse } from '../../../../core/domain/instrument-index.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { noQuotes } from '../../../../core/domain/market-data.ts'
import type { BaseSurface, ExpirySurface } from '../../../../core/pricing/market/base-surface.ts'
import { findArbitrage } from '../../../../core/pricing/volatility/arbitrage.ts'
import { executableExpiries } from '../../../../core/pricing/volatility/executable-expiries.ts'
import { momentOf } from '../../../../core/pricing/volatility/volatility-sample.ts'
import { expiryVolatilities } from '../../../../core/pricing/volatility/surface-grid.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { formatDaysLeft } from '../../../ui/format/format-time.ts'
import { listingState } from '../../../ui/panel/listing-state.ts'
import { type PanelState, panelStateOf } from '../../../ui/panel/panel-state.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { useReady } from '../../../ui/use-ready.ts'
import { ArbitrageSection } from './arbitrage-section.tsx'
import { ConeSection } from './cone-section.tsx'
import { RememberedSection } from './remembered-section.tsx'
import { SkewSection } from './skew-section.tsx'
import { SmileSection } from './smile-section.tsx'
import { SurfaceSection } from './surface-section.tsx'
import { TermSection } from './term-section.tsx'
import { useVolatility, type Volatility } from './use-volatility.ts'
import { type Ago, agos, momentAgo, useVolatilityHistory } from './use-volatility-history.ts'
import styles from './volatility.module.css'

function stateOf({ instruments, quotes, base, surface }: Volatility, lacksMarket: boolean): PanelState {
  if (instruments.index === undefined) return listingState(instruments, retryInstruments)
  if (base === undefined) return { kind: 'empty', title: 'The venue lists no options' }
  if (lacksMarket) {
    const detail = 'This venue has no market summary, so its options have no quotes to read a volatility from.'
    return { kind: 'empty', title: 'No volatility', detail }
  }
  const state = panelStateOf(quotes, { what: 'quotes' })
  return state.kind === 'ready' && surface === undefined ? { kind: 'waiting', label: 'Fitting the surface' } : state
}

const comparisons = [{ value: 'none', label: 'Now' }, ...agos] as const
type Comparison = (typeof comparisons)[number]['value']

export function VolatilityView() {
  const volatility = useVolatility()
  const [comparison, setComparison] = useState<Comparison>('none')
  const { instruments, surface, expiryMs } = volatility
  const lacksMarket = useCapabilities().marketSummary === 'absent'
  const expiry = expiryMs === undefined ? undefined : surface?.expiries.get(expiryMs)
  useReady(lacksMarket || expiry !== undefined)
  return (
    <Panel
      title="Volatility"
      testId="volatility-panel"
      state={stateOf(volatility, lacksMarket)}
      toolbar={
        <>
          <Choices volatility={volatility} />
          <Segmented label="Compare with" compact value={comparison} options={comparisons} onChange={setComparison} />
        </>
      }
    >
      {surface !== undefined && expiry !== undefined && instruments.index !== undefined && (
        <div className={styles.sections}>
          <Sections
            volatility={volatility}
            universe={instruments.index}
            surface={surface}
            expiry={expiry}
            ago={agos.find(each => each.value === comparison)}
          />
        </div>
      )}
    </Panel>
  )
}

interface SectionsProps {
  readonly volatility: Volatility
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly expiry: ExpirySurface
  readonly ago: Ago | undefined
}

function Sections({ volatility, universe, surface, expiry, ago }: SectionsProps) {
  const { quotes, show } = volatility
  const { expiryMs } = expiry
  const rows = useMemo(() => expiryVolatilities(surface), [surface])
  const arbitrage = useMemo(() => {
    const expiries = executableExpiries(universe, surface, quotes.data ?? new Map())
    const violations = findArbitrage(expiries)
    return {
      violations,
      compared: expiries.flatMap(each => each.options).filter(({ bid, ask }) => bid !== undefined || ask !== undefined)
        .length,
      flagged: new Set(violations.flatMap(violation => violation.legs.map(leg => leg.symbol))),
    }
  }, [universe, surface, quotes.data])
  const history = useVolatilityHistory(surface.base)
  const present = useMemo(() => momentOf(surface), [surface])
  const before = ago && { label: `${ago.label} ago`, moment: momentAgo(history, ago, surface.atMs) }
  const onExpiry = (chosen: number): void => show({ base: surface.base, expiryMs: chosen })
  return (
    <>
      <SmileSection
        key={expiryMs}
        volatility={volatility}
        universe={universe}
        surface={surface}
        expiry={expiry}
        flagged={arbitrage.flagged}
        before={before}
      />
      <TermSection
        base={surface.base}
        rows={rows}
        atMs={surface.atMs}
        expiryMs={expiryMs}
        onExpiry={onExpiry}
        before={before}
      />
      <SurfaceSection
        universe={universe}
        surface={surface}
        rows={rows}
        quotes={quotes.data ?? noQuotes}
        flagged={arbitrage.flagged}
      />
      <SkewSection base={surface.base} rows={rows} expiryMs={expiryMs} onExpiry={onExpiry} />
      <RememberedSection base={surface.base} history={history} present={present} expiryMs={expiryMs} />
      <ConeSection base={surface.base} prices={history.prices} present={present} />
      <ArbitrageSection violations={arbitrage.violations} compared={arbitrage.compared} />
    </>
  )
}

function Choices({ volatility }: { readonly volatility: Volatility }) {
  const { bases, base, surface, expiryMs, show } = volatility
  if (base === undefined) return null
  const expiries = [...(surface?.expiries.values() ?? [])].map(each => ({
    value: String(each.expiryMs),
    label: shortExpiry(each.expiryMs),
    hint: formatDaysLeft(each.expiryMs - (surface?.atMs ?? each.expiryMs)),
  }))
  return (
    <>
      <Select
        label="Base"
        compact
        value={base}
        options={bases.map(value => ({ value, label: value }))}
        onChange={value => show({ base: value })}
      />
      {expiryMs !== undefined && (
        <Select
          label="Expiry"
          compact
          value={String(expiryMs)}
          options={expiries}
          onChange={value => show({ base, expiryMs: Number.parseInt(value, 10) })}
        />
      )}
    </>
  )
}
