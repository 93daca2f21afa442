/** All instruments of the venue with prices and rules, or the volatility of its options. */
import { X } from 'lucide-react'
import { useMemo } from 'react'
import { parseMarketsSearch, parseVolatilitySearch } from '../../links/screen-links.ts'
import { Drawer } from '../../ui/controls/drawer.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Page } from '../../ui/panel/page.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { SplitPane } from '../../ui/panel/split-pane.tsx'
import { useIsUltrawide, useWidth } from '../../ui/panel/use-width.ts'
import { useSearch } from '../../ui/router/use-router.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useReady } from '../../ui/use-ready.ts'
import { markOf } from './instrument-columns.tsx'
import { InstrumentDetails } from './instrument-details.tsx'
import { type InstrumentRow, joinRows } from './instrument-rows.ts'
import { InstrumentsPanel } from './instruments-panel.tsx'
import { useMarketNavigation } from './market-navigation.ts'
import { staleState } from './stale-state.ts'
import { type InstrumentRows, useInstrumentRows } from './use-instrument-rows.ts'

function useSelectedSymbol(): string | undefined {
  return parseMarketsSearch(useSearch())
}

function useSelectedRow({ listed, beside }: InstrumentRows, symbol: string | undefined): InstrumentRow | undefined {
  const selected = useMemo(
    () => (symbol === undefined ? undefined : listed?.find(row => row.symbol === symbol)),
    [listed, symbol],
  )
  return selected === undefined ? undefined : joinRows([selected], beside)[0]
}

const gone = { kind: 'empty', title: 'Not listed', detail: 'The venue lists no instrument of this name.' } as const

const VolatilityView = lazyComponent(
  async () => (await import('./volatility/volatility-view.tsx')).VolatilityView,
  <Panel title="Volatility" state={{ kind: 'waiting' }} />,
)

export default function MarketsPage() {
  const isVolatility = parseVolatilitySearch(useSearch()) !== undefined
  if (!isVolatility) return <InstrumentsView />
  return (
    <Page title="Markets">
      <VolatilityView />
    </Page>
  )
}

function InstrumentsView() {
  const data = useInstrumentRows()
  const chosen = useSelectedSymbol()
  const navigation = useMarketNavigation(chosen)
  const wide = useWidth() === 'wide'
  const isUltrawide = useIsUltrawide()
  // A very wide window has room for one beside the list.
  const symbol = chosen ?? (isUltrawide ? data.listed?.[0]?.symbol : undefined)
  const row = useSelectedRow(data, symbol)
  const lacksPrices = useCapabilities().marketSummary === 'absent'
  useReady(data.listed !== undefined && (lacksPrices || data.summary.status === 'ready'))
  const details =
    row === undefined ? null : (
      <InstrumentDetails
        row={row}
        navigation={navigation}
        watchLists={data.watchLists}
        mark={markOf(data.surfaces, row)}
        arePositionsKnown={data.arePositionsKnown}
      />
    )
  const state =
    row !== undefined
      ? (staleState(data.summary) ?? ({ kind: 'ready' } as const))
      : data.listed === undefined
        ? ({ kind: 'waiting' } as const)
        : gone
  const grid = <InstrumentsPanel data={data} navigation={navigation} activeId={row?.id} />
  if (!wide) {
    return (
      <Page title="Markets">
        {grid}
        <Drawer
          open={row !== undefined}
          onClose={() => navigation.show(undefined)}
          title={row?.name ?? ''}
          testId="instrument-drawer"
        >
          {details}
        </Drawer>
      </Page>
    )
  }
  const side = (
    <Panel
      title={row?.name ?? 'Instrument'}
      label="Instrument"
      state={state}
      padded
      testId="instrument-details"
      toolbar={
        chosen !== undefined && (
          <IconButton size="sm" label="Close" icon={<X size={14} />} onClick={() => navigation.show(undefined)} />
        )
      }
    >
      {details}
    </Panel>
  )
  return (
    <Page title="Markets">
      <SplitPane
        id={isUltrawide ? 'markets-vast' : 'markets'}
        direction="horizontal"
        panes={[
          { id: 'instruments', size: isUltrawide ? 70 : 78, minPx: 560, content: grid },
          ...(chosen === undefined && !isUltrawide
            ? []
            : [{ id: 'instrument', size: isUltrawide ? 30 : 22, minPx: 300, content: side }]),
        ]}
      />
    </Page>
  )
}
