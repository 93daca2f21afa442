/** P&L between two samples: the lines that are not zero, and beside the sum what none explains, always in view. Together they are the change. */
import type { ReactNode } from 'react'
import { abs, type Decimal, isZero, max, toNumber, zero } from '../../../domain/decimal.ts'
import { type ExplainLine, explainLines, type Explanation } from '../../../domain/explain.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { formatZoned, zoneLabel } from '../../../ui/format/zoned-time.ts'
import { flagText, lineLabels } from '../../../ui/order/explain-text.ts'
import { ByBaseTable, SpanTrades } from './by-base-table.tsx'
import styles from './history.module.css'
import { Heads, unseenHead } from '../../../ui/controls/heads.tsx'

const mostFlags = 8

export function ExplainTable({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const widest = toNumber(explainLines.reduce((most, line) => max(most, abs(explanation.lines[line])), zero))
  const named = explainLines.filter(line => line !== 'rest' && !isZero(explanation.lines[line]))
  return (
    <div className={styles.explain}>
      <table className={styles.explainTable} aria-label="Change of equity explained">
        <Heads of={['From', 'USD', unseenHead('Share')]} />
        <tbody>
          {named.map(line => (
            <Line key={line} line={line} value={explanation.lines[line]} widest={widest} />
          ))}
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

function Line({ line, value, widest }: { readonly line: ExplainLine; readonly value: Decimal; readonly widest: number }): ReactNode {
  return (
    <tr data-zero={isZero(value)}>
      <th scope="row" title={lineLabels[line].about}>
        {lineLabels[line].name}
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

/** Left of the middle is a loss. */
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
