/**
 * P&L between two samples: the greeks, the other causes in an expandable line, and the unexplained rest. They add up to
 * the change.
 */
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { abs, type Decimal, isZero, max, sum, toNumber, zero } from '../../../../core/domain/decimal.ts'
import { type ExplainLine, explainLines, type Explanation } from '../../../../core/domain/explain.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { flagText, lineLabels } from '../../../ui/order/explain-text.ts'
import { ByBaseTable, SpanTrades } from './by-base-table.tsx'
import styles from './history.module.css'
import { Heads, unseenHead } from '../../../ui/controls/heads.tsx'

const mostFlags = 8
const main = ['delta', 'gamma', 'vega', 'theta'] as const
/** The rest is a check, not a cause, so it has a line of its own. */
const rest = ['rest'] as const
const isOther = (line: ExplainLine): boolean => line !== 'rest' && !main.some(each => each === line)

interface ExplainLinesProps {
  readonly explanation: Explanation
  /** For narrow places: while Other is open, its parts replace the greeks. */
  readonly isCompact?: boolean
}

export function ExplainLines({ explanation: { lines, change }, isCompact = false }: ExplainLinesProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const widest = toNumber(explainLines.reduce((most, line) => max(most, abs(lines[line])), zero))
  const others = explainLines.filter(line => isOther(line) && !isZero(lines[line]))
  const rows = (of: readonly ExplainLine[], isPart = false): ReactNode =>
    of.map(line => <Row key={line} {...lineLabels[line]} value={lines[line]} widest={widest} isPart={isPart} />)
  return (
    <table className={styles.explainTable} data-compact={isCompact} aria-label="Change of equity explained">
      <Heads of={['From', 'USD', unseenHead('Share')]} />
      <tbody>
        {!(isCompact && isOpen) && rows(main)}
        {others.length > 0 && (
          <Row
            name={
              <button type="button" className={styles.others} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                Other <ChevronRight size={12} aria-hidden />
              </button>
            }
            about={others.map(line => lineLabels[line].name).join(', ')}
            value={sum(others.map(line => lines[line]))}
            widest={widest}
          />
        )}
        {isOpen && rows(others, true)}
        {rows(rest)}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Change of equity</th>
          <td>
            <Pnl value={change} places={2} />
          </td>
          <td aria-hidden="true" />
        </tr>
      </tfoot>
    </table>
  )
}

export function ExplainTable({ explanation }: { readonly explanation: Explanation }): ReactNode {
  return (
    <div className={styles.explain}>
      <ExplainLines explanation={explanation} />
      <div className={styles.explainNotes}>
        <p>
          {formatZoned(explanation.fromMs, 'dayMinutes')} to {formatZoned(explanation.toMs, 'dayMinutes')}{' '}
          {zoneLabel(explanation.toMs)}, in {explanation.steps} {explanation.steps === 1 ? 'step' : 'steps'}. Equity is
          cash + option value + futures uPnL; before fees.
        </p>
        <Flags explanation={explanation} />
      </div>
      <ByBaseTable explanation={explanation} />
      <SpanTrades fromMs={explanation.fromMs} toMs={explanation.toMs} />
    </div>
  )
}

interface RowProps {
  readonly name: ReactNode
  readonly about: string
  readonly value: Decimal
  readonly widest: number
  readonly isPart?: boolean
}

function Row({ name, about, value, widest, isPart = false }: RowProps): ReactNode {
  return (
    <tr data-zero={isZero(value)} data-part={isPart}>
      <th scope="row" title={about}>
        {name}
      </th>
      <td>
        <Pnl value={value} places={2} />
      </td>
      <td>
        <Bar value={toNumber(value)} widest={widest} />
      </td>
    </tr>
  )
}

function Bar({ value, widest }: { readonly value: number; readonly widest: number }): ReactNode {
  const share = widest === 0 ? 0 : (Math.abs(value) / widest) * 50
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <line x1={50} x2={50} y1={0} y2={8} />
      <rect x={value < 0 ? 50 - share : 50} width={share} y={1} height={6} data-loss={value < 0} />
    </svg>
  )
}

function Flags({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const flags = explanation.flags.map(flagText).sort((a, b) => (a.isWarning ? 0 : 1) - (b.isWarning ? 0 : 1))
  if (flags.length === 0) return null
  return (
    <ul className={styles.flags}>
      {flags.slice(0, mostFlags).map(flag => (
        <li key={flag.text} data-warning={flag.isWarning}>
          {flag.text}
        </li>
      ))}
      {flags.length > mostFlags && <li>and {flags.length - mostFlags} more</li>}
    </ul>
  )
}
