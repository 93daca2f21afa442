/**
 * The intended order beside the request, a proof that both are equal, and the contract's rules as a check list.
 * Displays the given bytes; it builds none and has no token.
 */
import { Check, Minus, TriangleAlert, X } from 'lucide-react'
import { abs, canonical, dec, type Decimal, eq, sign, zero } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../core/domain/effect-label.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { cashToTrader, legTotals, type PackageIntent } from '../../../core/domain/normalise.ts'
import type { Problem } from '../../../core/domain/order-rules.ts'
import type { OrderBody } from '../../../core/domain/order.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { Side as SideLabel } from '../format/figures.tsx'
import { dash } from '../format/format-decimal.ts'
import { type RuleCheck, ruleChecks, rulesVerdict } from './rule-checks.ts'
import styles from './wire-preview.module.css'
import { Heads, unseenHead } from '../controls/heads.tsx'

export interface WirePreviewProps {
  readonly meant: PackageIntent
  readonly sent: PackageIntent
  readonly order: OrderBody
  readonly problems: readonly Problem[]
  readonly text: string
  readonly url: string
}

export function WirePreview({ meant, sent, order, problems, text, url }: WirePreviewProps) {
  const checks = ruleChecks(order, problems)
  const broken = checks.some(check => check.state === 'broken')
  const proof = wireProof(meant, sent)
  return (
    <div className={styles.preview} data-testid="wire-preview">
      <div className={styles.head}>
        <Verdict good={proof.holds} text={proof.holds ? 'Matches your order' : 'Not what was meant: do not send'} />
        <Verdict good={!broken} text={rulesVerdict(checks)} />
        <span className={styles.copies}>
          <CopyButton text={text} label="Copy JSON" />
          <CopyButton text={() => curlText(url, text)} label="Copy curl" />
        </span>
      </div>
      <Comparison meant={meant} sent={sent} proof={proof} />
      <ul className={styles.rules} aria-label="Rules">
        {checks.map(check => (
          <RuleLine key={check.rule} check={check} />
        ))}
      </ul>
      {/* Scrolling a long body requires keyboard focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.body} aria-label="Body of the request" tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}

export function WireVerdict({
  meant,
  sent,
  order,
  problems,
}: Pick<WirePreviewProps, 'meant' | 'sent' | 'order' | 'problems'>) {
  const checks = ruleChecks(order, problems)
  const isBroken = checks.some(check => check.state === 'broken')
  const { holds } = wireProof(meant, sent)
  if (holds && !isBroken) return null
  return (
    <span className={styles.line} data-testid="wire-verdict">
      {isBroken && <Verdict good={false} text={rulesVerdict(checks)} />}
      {!holds && <Verdict good={false} text="Not what was meant: do not send" />}
    </span>
  )
}

function Verdict({ good, text }: { readonly good: boolean; readonly text: string }) {
  return (
    <span className={good ? styles.holds : styles.broken}>
      {good ? <Check size={12} aria-hidden /> : <X size={12} aria-hidden />} {text}
    </span>
  )
}

interface ComparisonProps {
  readonly meant: PackageIntent
  readonly sent: PackageIntent
  readonly proof: WireProof
}

function LegCell({
  of,
  symbol,
  total,
}: {
  readonly of: PackageIntent
  readonly symbol: string
  readonly total: Decimal
}) {
  const leg = of.legs.find(one => one.symbol === symbol)
  if (leg === undefined) return <td>{dash}</td>
  return (
    <td>
      <span className={styles.ratio}>ratio {exactText(dec(leg.ratio), true)}</span> {sign(total) < 0 ? 'sells' : 'buys'}{' '}
      {exactText(abs(total))}
    </td>
  )
}

function Comparison({ meant, sent, proof }: ComparisonProps) {
  const ids = new Map([...sent.legs, ...meant.legs].map(leg => [leg.symbol, leg.tradeable_entity_id]))
  return (
    <table className={styles.comparison} aria-label="Meant and sent">
      <Heads of={[unseenHead('Leg'), 'Your order', 'On the wire', unseenHead('Equal')]} />
      <tbody>
        <tr>
          <th scope="row">Side, quantity</th>
          <SideCell of={meant} />
          <SideCell of={sent} />
          <td aria-hidden> </td>
        </tr>
        <tr>
          <th scope="row">Price</th>
          <td>{priceText(meant)}</td>
          <td>{priceText(sent)}</td>
          <td aria-hidden> </td>
        </tr>
        {proof.legs.map(line => (
          <tr key={line.symbol}>
            <th scope="row" title={`${line.symbol}, id ${ids.get(line.symbol) ?? 'unknown'}`}>
              {shortName(line.symbol)}
            </th>
            <LegCell of={meant} symbol={line.symbol} total={line.meant} />
            <LegCell of={sent} symbol={line.symbol} total={line.sent} />
            <Equal equal={line.equal} />
          </tr>
        ))}
        {proof.cash === undefined ? null : (
          <tr>
            <th scope="row">Cash to you</th>
            <td>{exactText(proof.cash.meant, true)}</td>
            <td>{exactText(proof.cash.sent, true)}</td>
            <Equal equal={proof.cash.equal} />
          </tr>
        )}
      </tbody>
    </table>
  )
}

function SideCell({ of }: { readonly of: PackageIntent }) {
  return (
    <td>
      <SideLabel side={of.side} /> {exactText(of.quantity)}
      {of.minimum_quantity === undefined ? null : <span className="muted"> min {exactText(of.minimum_quantity)}</span>}
    </td>
  )
}

const priceText = (of: PackageIntent): string =>
  of.price === undefined ? 'none' : `${exactText(of.price, true)}, ${effectLabel(of.side, of.price).text}`

function Equal({ equal }: { readonly equal: boolean }) {
  return <td className={equal ? styles.holds : styles.broken}>{equal ? '=' : '≠'}</td>
}

const signs = {
  holds: { icon: <Check size={12} aria-hidden />, word: 'holds', tone: styles.holds },
  not_applicable: { icon: <Minus size={12} aria-hidden />, word: 'does not apply', tone: styles.quiet },
  warned: { icon: <TriangleAlert size={12} aria-hidden />, word: 'warning', tone: styles.warned },
  broken: { icon: <X size={12} aria-hidden />, word: 'broken', tone: styles.broken },
} as const

function RuleLine({ check }: { readonly check: RuleCheck }) {
  const mark = signs[check.state]
  return (
    <li className={styles.rule} data-state={check.state}>
      <span className={mark.tone}>
        {mark.icon}
        <span className="visually-hidden">{mark.word}</span>
      </span>
      <span className={styles.number}>{typeof check.rule === 'number' ? check.rule : ''}</span>
      <span>
        {check.title}
        {check.detail === '' || check.state === 'not_applicable' ? null : (
          <span className={styles.detail}>{check.detail}</span>
        )}
      </span>
    </li>
  )
}

interface ProofLine {
  readonly symbol: string
  readonly meant: Decimal
  readonly sent: Decimal
  readonly equal: boolean
}

interface WireProof {
  readonly legs: readonly ProofLine[]
  /** Cash to the trader if filled completely at the price; undefined without a price. */
  readonly cash?: { readonly meant: Decimal; readonly sent: Decimal; readonly equal: boolean }
  readonly holds: boolean
}

export function wireProof(meant: PackageIntent, sent: PackageIntent): WireProof {
  const before = legTotals(meant)
  const after = legTotals(sent)
  const names = new Map([...meant.legs, ...sent.legs].map(leg => [leg.tradeable_entity_id as string, leg.symbol]))
  const legs = [...new Set([...after.keys(), ...before.keys()])].map(id => {
    const one = before.get(id) ?? zero
    const other = after.get(id) ?? zero
    return { symbol: names.get(id) ?? id, meant: canonical(one), sent: canonical(other), equal: eq(one, other) }
  })
  const cash = proveCash(meant, sent)
  const holds = legs.every(line => line.equal) && (cash?.equal ?? true)
  return cash === undefined ? { legs, holds } : { legs, cash, holds }
}

function proveCash(meant: PackageIntent, sent: PackageIntent): WireProof['cash'] {
  if (meant.price === undefined || sent.price === undefined) return undefined
  const one = cashToTrader(meant.side, meant.price, meant.quantity)
  const other = cashToTrader(sent.side, sent.price, sent.quantity)
  return { meant: one, sent: other, equal: eq(one, other) }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A `curl` command for the request, with the token masked. */
export function curlText(url: string, body: string): string {
  return [
    `curl -X POST ${quoted(url)}`,
    `  -H 'Content-Type: application/json'`,
    `  -H 'credentials_secret: ********'`,
    `  --data-raw ${quoted(body)}`,
  ].join(' \\\n')
}
