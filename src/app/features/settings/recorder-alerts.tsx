/** Alert destinations of the recorder, recent deliveries, and a test. */
import { type ReactNode, useRef, useState } from 'react'
import { type SentAlert, type TestResult, useAwayAlerts } from '../../api/recorder/away-alerts.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import styles from './settings.module.css'

const kinds = { webhook: 'webhook', email: 'e-mail' } as const
const mostShown = 5

export function RecorderAlerts(): ReactNode {
  const state = useAwayAlerts()
  const isAsking = useRef(false)
  const [busy, setBusy] = useState(false)
  const [tested, setTested] = useState<readonly TestResult[] | string>()
  if (state.kind === 'none') return null
  const { to, sent, test } = state
  const run = async (): Promise<void> => {
    if (isAsking.current) return
    isAsking.current = true
    setBusy(true)
    setTested(undefined)
    setTested(await test())
    setBusy(false)
    isAsking.current = false
  }
  return (
    <section className={styles.stack} aria-label="Alerts while away">
      <h3 className={styles.heading}>Alerts while away</h3>
      <DefinitionList
        items={to.map(({ name, kind, quiet }) => ({
          term: stripHostile(name, 80),
          value: `${kinds[kind]}${quiet === null ? '' : `, quiet ${quiet.from}–${quiet.to} ${quiet.zone}: a summary follows; liquidations and margin come at once`}`,
        }))}
      />
      <div>
        <Button onClick={() => void run()} busy={busy}>
          Send test alert
        </Button>
      </div>
      <output className={styles.results}>
        {typeof tested === 'string' && <Banner tone="warning">No test alert was sent: {tested}</Banner>}
        {Array.isArray(tested) && tested.map(each => <Tested key={each.name} result={each} />)}
      </output>
      {sent.length > 0 && <Sent sent={sent.slice(0, mostShown)} />}
    </section>
  )
}

function Tested({ result: { name, isDelivered, said } }: { readonly result: TestResult }) {
  return (
    <Banner tone={isDelivered ? 'ok' : 'warning'}>
      {stripHostile(name, 80)}: {isDelivered ? 'delivered' : 'not delivered'}, {stripHostile(said, 300)}
    </Banner>
  )
}

const states: Readonly<Record<SentAlert['state'], string>> = {
  delivered: 'sent',
  waiting: 'waits to be sent',
  quiet: 'waits for the end of quiet hours',
  summarised: 'sent in a summary',
  failed: 'not sent',
}

function Sent({ sent }: { readonly sent: readonly SentAlert[] }) {
  return (
    <ul className={styles.sent} aria-label="Last alerts sent">
      {sent.map(({ id, atMs, title, destination, state, said }) => (
        <li key={`${id} ${destination}`}>
          <span className={styles.sentTitle}>{stripHostile(title, 200)}</span>
          <span className={styles.note}>
            {formatZoned(atMs)} · {stripHostile(destination, 80)}: {states[state]}
            {(state === 'failed' || state === 'waiting') && said !== '' ? `, ${stripHostile(said, 200)}` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}
