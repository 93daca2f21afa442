/**
 * What the trader means beside what is sent, the proof that both are the same, and the contract's rules as a check list. It shows the
 * bytes it is given; it builds none, and it knows no token.
 */
import { Check, Minus, TriangleAlert, X } from 'lucide-react'
import { dec } from '../../domain/decimal.ts'
import type { PackageIntent } from '../../domain/normalise.ts'
import type { Problem } from '../../domain/order-rules.ts'
import { firmMarket } from '../../domain/order.ts'
import { CopyButton } from '../controls/copy-button.tsx'
import { cx } from '../cx.ts'
import { Side as SideWord } from '../format/figures.tsx'
import { curlText } from './curl-text.ts'
import { effectWords, exactText } from './effect-words.ts'
import { type OrderBody, type RuleCheck, ruleChecks, rulesHeld } from './rule-checks.ts'
import styles from './wire-preview.module.css'
import { type WireProof, wireProof } from './wire-proof.ts'

export interface WirePreviewProps {
  readonly meant: PackageIntent
  readonly sent: PackageIntent
  readonly order: OrderBody
  readonly problems: readonly Problem[]
  /** The body that will be sent. */
  readonly text: string
  /** Where to, in full. */
  readonly url: string
}

export function WirePreview({ meant, sent, order, problems, text, url }: WirePreviewProps) {
  const checks = ruleChecks(order, problems)
  const proof = wireProof(meant, sent)
  return (
    <div className={styles.preview} data-testid="wire-preview">
      <section className={styles.column} aria-label="Meant and sent">
        <div className={styles.pair}>
          <PackageBox title="You meant" order={order} of={meant} />
          <PackageBox title="What is sent" order={order} of={sent} />
        </div>
        <Proof proof={proof} />
      </section>
      <section className={styles.column} aria-label="Rules">
        <h3 className={styles.heading}>
          Rules <Held checks={checks} />
        </h3>
        <ul className={styles.rules}>
          {checks.map(check => (
            <RuleLine key={check.rule} check={check} />
          ))}
        </ul>
      </section>
      <section className={styles.column} aria-label="Body">
        <h3 className={styles.heading}>
          Body
          <span className={styles.copies}>
            <CopyButton text={text} label="Copy JSON" />
            <CopyButton text={() => curlText(url, text)} label="Copy curl" />
          </span>
        </h3>
        <pre className={styles.body} aria-label="Body of the request">
          {indented(text)}
        </pre>
      </section>
    </div>
  )
}

/** The bytes with line breaks for reading; what is copied and sent is the text itself. */
function indented(text: string): string {
  const value: unknown = JSON.parse(text)
  return JSON.stringify(value, undefined, 1)
}

function Held({ checks }: { readonly checks: readonly RuleCheck[] }) {
  const held = rulesHeld(checks)
  const broken = checks.some(check => check.state === 'broken')
  return <span className={broken ? styles.broken : styles.holds}>{held}</span>
}

interface PackageBoxProps {
  readonly title: string
  readonly of: PackageIntent
  readonly order: OrderBody
}

function PackageBox({ title, of, order }: PackageBoxProps) {
  const firm = order.market_id === firmMarket
  return (
    <div className={styles.box}>
      <h3 className={styles.heading}>{title}</h3>
      <p className={styles.headline}>
        <SideWord side={of.side} /> <span className="tabular">{exactText(of.quantity)}</span>{' '}
        <span className="muted tabular">
          {of.price === undefined
            ? firm
              ? 'at market'
              : 'RFQ, no price'
            : `at ${exactText(of.price, true)}, ${effectWords(of.side, of.price).words}`}
        </span>
      </p>
      <ul className={styles.legs}>
        {of.legs.map(leg => (
          <li key={leg.tradeable_entity_id}>
            <span className={cx(styles.ratio, 'tabular')}>{exactText(dec(leg.ratio), true)}</span>
            <span className="truncate" title={leg.symbol}>
              {leg.symbol}
            </span>
            <span className="muted tabular">{leg.tradeable_entity_id}</span>
          </li>
        ))}
      </ul>
      {of.minimum_quantity === undefined ? null : <p className="muted">minimum {exactText(of.minimum_quantity)}</p>}
    </div>
  )
}

function Proof({ proof }: { readonly proof: WireProof }) {
  return (
    <table className={styles.proof}>
      <caption className={proof.holds ? styles.holds : styles.broken}>
        {proof.holds ? 'The same position and cash either way' : 'Not the same: do not send'}
      </caption>
      <thead>
        <tr>
          <th scope="col">If all is filled</th>
          <th scope="col">meant</th>
          <th scope="col">sent</th>
          <th scope="col">
            <span className="visually-hidden">equal</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {proof.legs.map(line => (
          <tr key={line.symbol}>
            <th scope="row" className="truncate" title={line.symbol}>
              {line.symbol}
            </th>
            <td>{exactText(line.meant, true)}</td>
            <td>{exactText(line.sent, true)}</td>
            <td className={line.equal ? styles.holds : styles.broken}>{line.equal ? '=' : '≠'}</td>
          </tr>
        ))}
        {proof.cash === undefined ? null : (
          <tr>
            <th scope="row">Cash to you</th>
            <td>{exactText(proof.cash.meant, true)}</td>
            <td>{exactText(proof.cash.sent, true)}</td>
            <td className={proof.cash.equal ? styles.holds : styles.broken}>{proof.cash.equal ? '=' : '≠'}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

const signs = {
  holds: { icon: <Check size={12} aria-hidden />, word: 'holds', tone: styles.holds },
  not_applicable: { icon: <Minus size={12} aria-hidden />, word: 'does not apply', tone: styles.quiet },
  warned: { icon: <TriangleAlert size={12} aria-hidden />, word: 'warning', tone: styles.warned },
  broken: { icon: <X size={12} aria-hidden />, word: 'broken', tone: styles.broken },
} as const

function RuleLine({ check }: { readonly check: RuleCheck }) {
  const mark = signs[check.state]
  const named = typeof check.rule === 'number'
  return (
    <li className={styles.rule} data-state={check.state}>
      <span className={mark.tone}>
        {mark.icon}
        <span className="visually-hidden">{mark.word}</span>
      </span>
      <span className="muted tabular">{named ? check.rule : ''}</span>
      <span>
        {check.title}
        {check.detail === '' || check.state === 'not_applicable' ? null : <span className={styles.detail}>{check.detail}</span>}
      </span>
    </li>
  )
}
