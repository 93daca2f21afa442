/** Totals of the header that need history: the day's change, and what was realised. */
import type { ReactNode } from 'react'
import { serverNowMs } from '../../../api/clock.ts'
import { useRealised } from '../../../api/history/fill-hooks.ts'
import { useSamples } from '../../../api/history/sample-hooks.ts'
import type { Decimal } from '../../../domain/decimal.ts'
import type { EquityDefinition } from '../../../domain/sample.ts'
import type { DayStart } from '../../../domain/thinning.ts'
import { Stat } from '../../../ui/controls/stat.tsx'
import { Tooltip } from '../../../ui/controls/tooltip.tsx'
import { Amount, Pnl } from '../../../ui/format/figures.tsx'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { formatZoned, formatZonedDay, zoneWord } from '../../../ui/format/zoned-time.ts'
import { type DayChange, dayChange } from './day-change.ts'
import styles from './history.module.css'
import { missingWords } from './realised-words.ts'
import { useDayJumps } from './use-day-jumps.ts'

interface DayChangeStatProps {
  /** Of now, by `definition`; undefined while an input is missing. */
  readonly equity: Decimal | undefined
  readonly definition?: EquityDefinition | undefined
  readonly start?: DayStart | undefined
  readonly stale?: boolean | undefined
}

/** Equity now less equity at the day's start, where a sample of it is kept; else "n/a, no sample". */
export function DayChangeStat({ equity, definition = 'value', start = '08:00', stale = false }: DayChangeStatProps): ReactNode {
  const loaded = useSamples()
  const samples = loaded.face === 'ready' ? loaded.value : undefined
  const told = samples === undefined || equity === undefined ? undefined : dayChange(samples, equity, definition, start, serverNowMs())
  const jumps = useDayJumps(told?.kind === 'known' ? told.baseMs : undefined)
  const label = `Day change since ${start}`
  if (told?.kind !== 'known') {
    return (
      <Stat
        label={label}
        value={told === undefined ? '–' : <span className="muted">n/a, no sample</span>}
        hint={noSampleHint(told)}
        stale={stale}
        testId="day-change"
      />
    )
  }
  return (
    <Tooltip content={<DayExplanation told={told} jumps={jumps} />}>
      <button type="button" className={styles.total}>
        <Stat
          label={label}
          value={<Pnl value={told.change} places={2} />}
          hint={
            <>
              {told.fraction !== undefined &&
                `${formatPercent(told.fraction, { sign: 'always', places: 2 })} of equity at ${formatZoned(told.baseMs, 'minutes')}`}
              {jumps.length > 0 && <span className={styles.warning}> · cash moved</span>}
            </>
          }
          stale={stale}
          testId="day-change"
        />
      </button>
    </Tooltip>
  )
}

const noSampleHint = (told: DayChange | undefined): string =>
  told?.kind === 'no_sample' && told.firstMs !== undefined
    ? `first sample ${formatZoned(told.firstMs, 'minutes')} ${zoneWord()}`
    : 'not signed in then'

function DayExplanation({
  told,
  jumps,
}: {
  readonly told: Extract<DayChange, { kind: 'known' }>
  readonly jumps: readonly string[]
}): ReactNode {
  return (
    <div className={styles.explanation}>
      <p>
        Equity now less <Amount value={told.base} places={2} /> USD in the sample of {formatZoned(told.baseMs)}. Deposits and withdrawals
        are not told by the venue and are in it.
      </p>
      {jumps.map(jump => (
        <p key={jump} className={styles.warning}>
          {jump}
        </p>
      ))}
      <p className={styles.fine}>Source: samples kept in this browser · History, Explain has the lines</p>
    </div>
  )
}

/** Realised P&L since the account was first seen by this browser. */
export function RealisedStat({ stale = false }: { readonly stale?: boolean | undefined }): ReactNode {
  const average = useRealised('average')
  const fifo = useRealised('fifo')
  const missing = average === undefined ? [] : missingWords(average)
  const since = average?.sinceMs
  return (
    <Tooltip
      content={
        <div className={styles.explanation}>
          <p>Closed parts against their entry, from executions that this browser has seen, before fees (the venue does not tell them).</p>
          <dl className={styles.methods}>
            <dt>By average cost</dt>
            <dd>
              <Pnl value={average?.total} places={2} />
            </dd>
            <dt>First in, first out</dt>
            <dd>
              <Pnl value={fifo?.total} places={2} />
            </dd>
          </dl>
          {missing.map(line => (
            <p key={line} className={styles.warning}>
              {line}
            </p>
          ))}
        </div>
      }
    >
      <button type="button" className={styles.total}>
        <Stat
          label="Realised, USD"
          value={<Pnl value={average?.total} places={2} />}
          hint={since === undefined ? 'nothing seen yet' : `since ${formatZonedDay(since)}, before fees${missing.length > 0 ? ' *' : ''}`}
          stale={stale}
          testId="total-realised"
        />
      </button>
    </Tooltip>
  )
}
