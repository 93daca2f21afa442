/**
 * P&L between two samples: non-zero lines, small ones in an expandable line, and the unexplained rest. They add up to
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
const main: ReadonlySet<ExplainLine> = new Set(['delta', 'gamma', 'vega', 'theta', 'trades', 'cash'])

export function ExplainTable({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const widest = toNumber(explainLines.reduce((most, line) => max(most, abs(explanation.lines[line])), zero))
  const [isOpen, setOpen] = useState(false)
  const named = explainLines.filter(line => line !== 'rest' && !isZero(explanation.lines[line]))
  const others = named.filter(line => !main.has(line))
  return (
    <div className={styles.explain}>
      <table className={styles.explainTable} aria-label="Change of equity explained">
        <Heads of={['From', 'USD', unseenHead('Share')]} />
        <tbody>
          {named.map(line => (main.has(line) ? <Line key={line} line={line} value={explanation.lines[line]} widest={widest} /> : null))}
          {others.length > 0 && (
            <Row
              name={
                <button type="button" className={styles.others} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                  Other <ChevronRight size={12} aria-hidden />
                </button>
              }
              about={others.map(line => lineLabels[line].name).join(', ')}
              value={sum(others.map(line => explanation.lines[line]))}
              widest={widest}
            />
          )}
          {isOpen && others.map(line => <Line key={line} line={line} value={explanation.lines[line]} widest={widest} isPart />)}
        </tbody>
        <tfoot>
          <Line line="rest" value={explanation.lines.rest} widest={widest} />
          <tr>
            <th scope="row">Change of equity</th>
            <td>
              <Pnl value={explanation.change} places={2} />
            </td>
            <td aria-hidden="true" />
          </tr>
        </tfoot>
      </table>
      <div className={styles.explainNotes}>
        <p>
          {formatZoned(explanation.fromMs, 'dayMinutes')} to {formatZoned(explanation.toMs, 'dayMinutes')} {zoneLabel(explanation.toMs)}, in{' '}
          {explanation.steps} {explanation.steps === 1 ? 'step' : 'steps'}. Equity is cash + option value + futures uPnL; before fees.
        </p>
        <Flags explanation={explanation} />
      </div>
      <ByBaseTable explanation={explanation} />
      <SpanTrades fromMs={explanation.fromMs} toMs={explanation.toMs} />
    </div>
  )
}

interface LineProps {
  readonly value: Decimal
  readonly widest: number
  readonly isPart?: boolean
}

const Line = ({ line, ...rest }: LineProps & { readonly line: ExplainLine }): ReactNode => <Row {...lineLabels[line]} {...rest} />

function Row({ name, about, value, widest, isPart = false }: LineProps & { readonly name: ReactNode; readonly about: string }): ReactNode {
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

/** Losses extend to the left. */
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
