import { useCallback, useEffect, useState } from 'react'
import { controlDesk } from '../../api/venue/client.ts'
import type { DeskCommand, DeskState } from '../../api/venue/control-desk.ts'
import { useSession } from '../../api/venue/session.ts'
import { useVenue } from '../../api/venue/venue.ts'
import { parseTypedNumber } from '../../../core/domain/typed-number.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/controls/decimal-input.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { formatUtcDateTime } from '../../ui/format/format-time.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import styles from './settings.module.css'

const readMs = 2_000
const hourMs = 3_600_000
const jumps = [
  ['1 hour', hourMs],
  ['8 hours', 8 * hourMs],
  ['1 day', 24 * hourMs],
  ['1 week', 168 * hourMs],
] as const

type FaultKind = 'timeout' | 'reset' | 'reject' | 'partial_fill' | 'too_many_requests' | 'slow'
const faults: readonly Option<FaultKind>[] = [
  { value: 'timeout', label: 'Executed, no answer comes' },
  { value: 'reset', label: 'Executed, connection lost' },
  { value: 'reject', label: 'Rejected: insufficient balance' },
  { value: 'partial_fill', label: 'Half of it is filled' },
  { value: 'too_many_requests', label: 'Too many requests' },
  { value: 'slow', label: 'Answered 3 s late' },
]

/** Time, prices and faults of the sandbox. Shown only if the sandbox has its control desk. */
export function ControlSection() {
  const { kind } = useVenue()
  const { state, problem, run } = useDesk(kind === 'sandbox')
  if (state === undefined) return null
  return (
    <Panel title="Practice desk" padded>
      <div className={styles.stack}>
        <p className={styles.note}>
          Time, prices and faults of the practice exchange, for every account and tab on it.
        </p>
        {problem !== undefined && <Banner tone="warning">{stripHostile(problem, 300)}</Banner>}
        <DefinitionList
          items={[
            { term: 'Exchange time', value: `${timeOf(state)}${state.isFrozen ? ', standing still' : ''}` },
            {
              term: 'Prices set',
              value: state.pricesSet.length === 0 ? 'none' : state.pricesSet.map(base => stripHostile(base)).join(', '),
            },
            {
              term: 'Faults to come',
              value: state.faults.length === 0 ? 'none' : state.faults.map(faultText).join(', '),
            },
          ]}
        />
        <div className={styles.keyActions}>
          <Button size="sm" onClick={() => run({ path: state.isFrozen ? 'unfreeze' : 'freeze' })}>
            {state.isFrozen ? 'Let time run' : 'Stop time'}
          </Button>
          {jumps.map(([label, ms]) => (
            <Button key={label} size="sm" variant="quiet" onClick={() => run({ path: 'advance', body: { ms } })}>
              +{label}
            </Button>
          ))}
        </div>
        <PriceForm run={run} />
        <FaultForm run={run} />
      </div>
    </Panel>
  )
}

type Run = (command: DeskCommand) => void

function useDesk(isSandbox: boolean) {
  const [state, setState] = useState<DeskState>()
  const [problem, setProblem] = useState<string>()
  const ask = useCallback(async (command?: DeskCommand): Promise<boolean> => {
    const answer = await controlDesk(command)
    if (answer.ok) setState(answer.state)
    else if (answer.kind === 'absent') setState(undefined)
    if (command !== undefined || answer.ok)
      setProblem(!answer.ok && answer.kind === 'refused' ? answer.text : undefined)
    return answer.ok
  }, [])
  useEffect(() => {
    if (!isSandbox) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    // One request is enough if it is absent.
    const again = async (): Promise<void> => {
      const isThere = await ask()
      if (isThere && !isGone) timer = setTimeout(() => void again(), readMs)
    }
    void again()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [ask, isSandbox])
  return { state, problem, run: (command: DeskCommand) => void ask(command) }
}

const timeOf = ({ now }: DeskState): string => formatUtcDateTime(Number.parseInt(now, 10) / 1_000)
const faultText = ({ fault, account, count }: DeskState['faults'][number]): string =>
  `${stripHostile(fault).replaceAll('_', ' ')} ×${count} (${stripHostile(account)})`

function PriceForm({ run }: { readonly run: Run }) {
  const [base, setBase] = useState('BTC')
  const [price, setPrice] = useState('')
  const parsed = parseTypedNumber(price)
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (parsed !== undefined) run({ path: 'prices', body: { [base.trim().toUpperCase()]: parsed } })
      }}
    >
      <div className={styles.pairs}>
        <TextInput label="Underlying" value={base} onChange={setBase} />
        <DecimalInput label="Index price, USD" value={price} onChange={setPrice} />
      </div>
      <Button type="submit" size="sm" disabled={parsed === undefined || base.trim() === ''}>
        Set price
      </Button>
    </form>
  )
}

function FaultForm({ run }: { readonly run: Run }) {
  const session = useSession()
  const [fault, setFault] = useState<FaultKind>('timeout')
  if (session.status !== 'signed_in')
    return <p className={styles.note}>Sign in to practise faults on your next order.</p>
  const { account } = session
  return (
    <div className={styles.form}>
      <Select label="Your next order" value={fault} options={faults} onChange={setFault} />
      <div className={styles.keyActions}>
        <Button size="sm" onClick={() => run({ path: 'faults', body: { fault, account } })}>
          Inject fault
        </Button>
        <Button size="sm" variant="quiet" onClick={() => run({ path: 'faults/clear', body: { account } })}>
          Clear faults
        </Button>
      </div>
    </div>
  )
}
