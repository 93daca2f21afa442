/** Available balance after an order, and sizing by risk: typed limits, resulting size, and the deciding limit. */
import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { OrderFunds } from '../../../core/domain/account.ts'
import { canonical, type Decimal, gt, isZero, zero } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { parseTypedNumber } from '../../../core/domain/typed-number.ts'
import {
  type RiskLimit,
  type RiskLimits,
  riskLimits,
  type RiskSize,
  type SizingState,
} from '../../../core/domain/risk-size.ts'
import { useCommands } from '../commands/use-commands.ts'
import { Button } from '../controls/button.tsx'
import { DecimalInput } from '../controls/decimal-input.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { showToast } from '../controls/toasts.ts'
import { Age } from '../format/figures.tsx'
import { readStored, writeStored } from '../stored.ts'
import { FundsLine } from './funds-line.tsx'
import styles from './order.module.css'

interface SizedFundsProps {
  readonly funds: OrderFunds | undefined
  readonly sizing: SizingState
  readonly take: (size: Decimal) => void
}

type LimitTexts = Readonly<Record<RiskLimit, string>>

const fields: Readonly<Record<RiskLimit, { readonly label: string; readonly suffix: string }>> = {
  loss: { label: 'Lose at most', suffix: '% of equity' },
  stress: { label: 'Stress no worse than a loss of', suffix: 'USD' },
  margin: { label: 'Margin at most', suffix: '%' },
  depth: { label: 'Take at most', suffix: '% of each quoted size' },
}

const key = 'legwork.size'
const usual: LimitTexts = { loss: '1', stress: '', margin: '60', depth: '50' }

function storedLimits(): LimitTexts {
  const stored = readStored(key)
  const known: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const of = (limit: RiskLimit): string => (typeof known[limit] === 'string' ? known[limit] : usual[limit])
  return { loss: of('loss'), stress: of('stress'), margin: of('margin'), depth: of('depth') }
}

export function sizeSentence(answer: RiskSize, limits: RiskLimits): string {
  if (answer.kind === 'unknown') return answer.why
  const { size, decides } = answer
  if (decides === 'most') return `${exactText(size)} keeps every limit, and is the largest order admitted.`
  const subject = isZero(size) ? 'No size keeps the limits: the least' : `${exactText(size)}; one step more`
  const most = exactText(limits[decides] ?? zero)
  const breaks: Readonly<Record<RiskLimit, string>> = {
    loss: `could lose more than ${most} % of equity.`,
    stress: `would stress the portfolio below −${most.replace(/^[−-]/, '')} USD.`,
    margin: `would bind more than ${most} % of what covers margin.`,
    depth: `would take more than ${most} % of a quoted size.`,
  }
  return `${subject} ${breaks[decides]}`
}

function limitsOf(typed: LimitTexts): RiskLimits | undefined {
  const set = riskLimits.filter(limit => typed[limit].trim() !== '')
  const read = set.map(limit => parseTypedNumber(typed[limit]))
  if (read.some(value => value === undefined || !gt(value, zero))) return undefined
  return Object.fromEntries(set.map((limit, at) => [limit, read[at]]))
}

export function SizedFunds({ funds, sizing, take }: SizedFundsProps) {
  useCommands([
    {
      id: 'order.size',
      name: 'Size from risk',
      group: 'Ticket',
      run: () => sizing.setOpen(true),
      parse: query => {
        const percent = parseTypedNumber(/^\s*size\s+([\d.,]+)\s*%?\s*$/i.exec(query)?.[1] ?? '')
        if (percent === undefined || !gt(percent, zero)) return undefined
        const apply = () => {
          const limits = { loss: percent }
          const answer = sizing.solve(limits)
          const isTaken = answer.kind === 'size' && !isZero(answer.size)
          if (isTaken) take(answer.size)
          showToast({
            tone: isTaken ? 'ok' : 'warning',
            title: isTaken ? 'Size from risk' : 'No size',
            body: sizeSentence(answer, limits),
          })
        }
        return { name: `Size: lose at most ${exactText(percent)} % of equity`, run: apply }
      },
    },
  ])
  return (
    <div className={styles.sized}>
      <FundsLine funds={funds} />
      <IconButton size="sm" label="Size from risk" icon={<Scale size={14} />} onClick={() => sizing.setOpen(true)} />
      {sizing.isOpen ? <SizeDialog sizing={sizing} take={take} /> : null}
    </div>
  )
}

function SizeDialog({ sizing, take }: Pick<SizedFundsProps, 'sizing' | 'take'>) {
  const [typed, setTyped] = useState(storedLimits)
  const limits = limitsOf(typed)
  const answer = limits === undefined ? undefined : sizing.solve(limits)
  const size = answer?.kind === 'size' && !isZero(answer.size) ? canonical(answer.size) : undefined
  const close = () => sizing.setOpen(false)
  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title="Size from risk"
      testId="size-from-risk"
      footer={
        <Button
          variant="primary"
          disabled={size === undefined}
          onClick={() => {
            if (size === undefined) return
            writeStored(key, typed)
            take(size)
            close()
          }}
        >
          {size === undefined ? 'No size' : `Use ${exactText(size)}`}
        </Button>
      }
    >
      <div className={styles.limits}>
        {riskLimits.map(limit => (
          <DecimalInput
            key={limit}
            {...fields[limit]}
            value={typed[limit]}
            placeholder="no limit"
            onChange={text => setTyped({ ...typed, [limit]: text })}
          />
        ))}
        <output className={styles.answer}>
          {answer === undefined || limits === undefined
            ? 'A limit is a number above zero.'
            : sizeSentence(answer, limits)}
        </output>
        <p className="muted">
          Stress: prices ±30 %, volatilities ±20 points, with what you hold.
          <Age agoMs={sizing.agoMs} words={age => ` Quotes ${age} old.`} />
        </p>
      </div>
    </Dialog>
  )
}
