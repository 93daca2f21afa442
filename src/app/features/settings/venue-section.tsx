import { type Capability, useCapabilities } from '../../api/venue/capabilities.ts'
import { useFlowLack } from '../../api/feed/flow-link.ts'
import { type FeedState, useFeedState } from '../../api/feed/feed-state.ts'
import { useServerClock } from '../../api/venue/clock.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import { type PollPace, setPollPace, usePollPace } from '../../api/polling/poll-pace.ts'
import { usePolicyViolations } from '../../api/polling/policy-violations.ts'
import { usePractice } from '../../api/venue/practice.ts'
import { type TimeoutSetting, setTimeoutSetting, useTimeoutSetting } from '../../api/venue/time-out-setting.ts'
import { setVenueSettings, useVenue } from '../../api/venue/venue.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { formatOffset } from '../../ui/format/format-time.ts'
import styles from './settings.module.css'

const legKeys: readonly Option<'short' | 'long'>[] = [
  { value: 'short', label: 'sym, tid' },
  { value: 'long', label: 'symbol, tradeable_entity_id' },
]

const paces: readonly Option<PollPace>[] = [
  { value: '0.5', label: '1 s' },
  { value: '1', label: '2 s' },
  { value: '2.5', label: '5 s' },
  { value: '5', label: '10 s' },
]

const timeouts: readonly Option<TimeoutSetting>[] = [
  { value: 'auto', label: 'Automatic' },
  { value: '4', label: '4 s' },
  { value: '8', label: '8 s' },
  { value: '15', label: '15 s' },
]

const extensions = {
  time: 'Server time',
  orderBook: 'Order books',
  marketSummary: 'Market summary',
  cancelOrder: 'Cancel an order',
  cancelAllOrders: 'Cancel all orders',
  refreshInterest: 'Extend an RFQ',
} as const

const capabilityLabels: Record<Capability, string> = {
  present: 'yes',
  absent: 'no: hidden',
  unknown: 'not checked yet',
}

function feedText(state: FeedState): string {
  switch (state.kind) {
    case 'live':
      return 'yes: fills and cancels arrive at once, polling slows down'
    case 'absent':
      return 'no: polling only'
    case 'waiting':
      return `lost, reconnecting; polling continues. ${stripHostile(state.why)}`
    case 'refused':
      return `${stripHostile(state.why)} Polling only.`
    case 'connecting':
      return 'connecting'
    case 'off':
      return 'opens at sign-in'
  }
}

const flowText = (lack: string | undefined): string =>
  lack === undefined
    ? 'requested while the screen shows everybody’s RFQs'
    : `no: RFQs of others are not shown. ${stripHostile(lack)}`

const ownAddress = (isInBrowser: boolean): string =>
  isInBrowser ? 'the exchange in this browser' : 'this server (set EXCHANGE_URL at start for another venue)'

export function VenueSection() {
  const venue = useVenue()
  const { offsetMs } = useServerClock()
  const instruments = useInstruments()
  const capabilities = useCapabilities()
  const isInBrowser = usePractice() !== undefined
  const violations = usePolicyViolations()
  return (
    <Panel title="Venue" padded>
      <div className={styles.stack}>
        <DefinitionList
          items={[
            { term: 'Legwork', value: `version ${String(import.meta.env['LEGWORK_VERSION'])}` },
            {
              term: 'Environment',
              value:
                venue.kind === 'sandbox'
                  ? 'Sandbox: the built-in exchange, no real money'
                  : `Venue: ${stripHostile(venue.label)}`,
            },
            {
              term: 'Connection',
              value:
                venue.baseUrl === ''
                  ? ownAddress(isInBrowser)
                  : `${stripHostile(venue.baseUrl)}, straight from this page`,
            },
            {
              term: 'Clock offset',
              value: offsetMs === undefined ? 'not known yet' : (formatOffset(offsetMs) ?? 'less than a second'),
            },
            { term: 'Policy violations', value: stripHostile(violations) },
            {
              term: 'Instruments',
              value:
                instruments.index === undefined
                  ? (instruments.fault?.message ?? 'loading')
                  : `${formatNumber(instruments.index.all.length, { places: 0 })} (from ${instruments.source === 'cache' ? 'this browser, being checked' : 'the venue'})`,
            },
          ]}
        />
        {venue.baseUrl !== '' && (
          <Banner tone="warning" title="No server stands between this page and the venue.">
            Browsers send a request again by themselves when a connection breaks, and nothing here can keep the second
            one from the venue: only a venue that refuses a second order of the same client order ID keeps it out.
            Behind the server of Legwork the two are joined.
          </Banner>
        )}
        {instruments.rejectedRows.length > 0 && (
          <Banner tone="warning" title={`${instruments.rejectedRows.length} listed instruments could not be read`}>
            First: row {(instruments.rejectedRows[0]?.index ?? 0) + 1}, field {instruments.rejectedRows[0]?.path ?? ''},{' '}
            {instruments.rejectedRows[0]?.message ?? ''}.
          </Banner>
        )}
        <h3 className={styles.heading}>Optional venue features</h3>
        <DefinitionList
          items={[
            ...Object.entries(extensions).map(([name, term]) => ({
              term,
              value: capabilityLabels[capabilities[name as keyof typeof extensions]],
            })),
            { term: 'Socket', value: feedText(useFeedState()) },
            { term: 'RFQs of others', value: flowText(useFlowLack()) },
          ]}
        />
        <CallSettings />
        <Segmented
          label="Leg field names"
          value={venue.legKeys}
          options={legKeys}
          onChange={value => setVenueSettings({ legKeys: value })}
        />
      </div>
    </Panel>
  )
}

function CallSettings() {
  return (
    <>
      <Segmented label="Polling interval" value={usePollPace()} options={paces} onChange={setPollPace} />
      <p className={styles.note}>Other feeds scale with it. Sending and looking up orders never wait for a poll.</p>
      <Segmented
        label="Time-out of a call"
        value={useTimeoutSetting()}
        options={timeouts}
        onChange={setTimeoutSetting}
      />
      <p className={styles.note}>
        Automatic follows the venue: twice its slowest recent answer, from 4 to 15 s. Placing an order has a time of its
        own.
      </p>
    </>
  )
}
