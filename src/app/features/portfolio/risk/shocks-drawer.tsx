/** Custom shocks: moves and shifts, days, betas by base, weights by term and strike, with or without coins. */
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Drawer } from '../../../ui/controls/drawer.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import styles from './risk.module.css'
import { type StressShocks, parseShock, parseShockList, usualShocks } from './stress-shocks.ts'

interface ShocksProps {
  readonly shocks: StressShocks
  readonly change: (part: Partial<StressShocks>) => void
  readonly bases: readonly string[]
}

export function ShocksDrawer(props: ShocksProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        size="sm"
        label="Set shocks"
        icon={<SlidersHorizontal size={14} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <Drawer open={isOpen} onClose={() => setOpen(false)} title="Shocks of the stress table">
        <Shocks {...props} />
      </Drawer>
    </>
  )
}

const wrong = {
  moves: 'Up to 15 numbers from −100 to 400, with spaces between',
  shifts: 'Up to 11 numbers from −100 to 300, with spaces between',
} as const

function Shocks({ shocks, change, bases }: ShocksProps) {
  return (
    <div className={styles.shocks}>
      <Typed
        label="Price moves, %"
        value={shocks.moves.join(' ')}
        error={wrong.moves}
        parse={text => parseShockList(text, 'moves')}
        put={moves => change({ moves })}
      />
      <Typed
        label="Volatility shifts, points"
        value={shocks.shifts.join(' ')}
        error={wrong.shifts}
        parse={text => parseShockList(text, 'shifts')}
        put={shifts => change({ shifts })}
      />
      <Typed
        label="After days"
        value={String(shocks.days)}
        error="0 to 365"
        parse={text => parseShock(text, 'days')}
        put={days => change({ days })}
      />
      {bases.length > 1 &&
        bases
          .slice(0, 6)
          .map(base => (
            <Typed
              key={base}
              label={`Beta of ${base}`}
              value={String(shocks.betas[base] ?? 1)}
              error="−5 to 5"
              parse={text => parseShock(text, 'beta')}
              put={beta => change({ betas: { ...shocks.betas, [base]: beta } })}
            />
          ))}
      <Typed
        label="Term weight: 0 parallel, 0.5 by the root of time"
        value={String(shocks.termPower)}
        error="0 to 1"
        parse={text => parseShock(text, 'termPower')}
        put={termPower => change({ termPower })}
      />
      <Typed
        label="Skew weight for each σ below the forward"
        value={String(shocks.skew)}
        error="−1 to 1"
        parse={text => parseShock(text, 'skew')}
        put={skew => change({ skew })}
      />
      <Checkbox
        label="Coins held as cash move too"
        checked={shocks.hasCoins}
        onChange={hasCoins => change({ hasCoins })}
      />
      <Button size="sm" onClick={() => change(usualShocks)}>
        Reset shocks
      </Button>
    </div>
  )
}

interface TypedProps<Value> {
  readonly label: string
  readonly value: string
  readonly error: string
  readonly parse: (text: string) => Value | undefined
  readonly put: (value: Value) => void
}

function Typed<Value>({ label, value, error, parse, put }: TypedProps<Value>) {
  const [typed, setTyped] = useState<string>()
  const text = typed ?? value
  const isWrong = parse(text) === undefined
  return (
    <TextInput
      label={label}
      value={text}
      error={isWrong ? error : undefined}
      onChange={next => {
        setTyped(next)
        const read = parse(next)
        if (read !== undefined) put(read)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
