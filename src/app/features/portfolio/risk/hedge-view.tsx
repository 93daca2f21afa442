/**
 * The cheapest hedge: bounds, legs with every figure before and after, and a button that drafts them. Nothing is sent.
 */
import { useEffect } from 'react'
import { type Control, Controller, useForm } from 'react-hook-form'
import { useStore } from '../../../api/browser/store.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { readStored, writeStored } from '../../../ui/stored.ts'
import { HedgeAnswer } from './hedge-answer.tsx'
import { type HedgeFields, hedgeFieldsOf, hedgeResolver, noBounds, readHedge } from './hedge-form.ts'
import { hedgeRequest } from './risk-choices.ts'
import type { RiskViewProps } from './risk-view.ts'
import styles from './risk.module.css'
import { useStressShocks } from './stress-shocks.ts'
import { useHedge } from './use-hedge.ts'

const key = 'legwork.portfolio.hedge'

function storedFields(): HedgeFields {
  const stored = readStored(key)
  const known: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const of = (name: keyof HedgeFields): string => (typeof known[name] === 'string' ? known[name] : noBounds[name])
  return {
    delta: of('delta'),
    gamma: of('gamma'),
    vega: of('vega'),
    theta: of('theta'),
    stress: of('stress'),
    margin: of('margin'),
    legs: of('legs'),
  }
}

const labelsOf = (unit: string): Readonly<Record<keyof HedgeFields, string>> => ({
  delta: `Delta within, ${unit}`,
  gamma: `Gamma within, ${unit} / 1 %`,
  vega: 'Vega within, USD',
  theta: 'Theta within, USD a day',
  stress: 'Stress loses at most, USD',
  margin: 'Margin at most, %',
  legs: 'Legs at most',
})

export function HedgeView(props: RiskViewProps) {
  const { lines, lead } = props
  const [shocks] = useStressShocks()
  const { state, solve } = useHedge(props, shocks)
  const { control, handleSubmit, reset } = useForm<HedgeFields>({
    defaultValues: storedFields(),
    resolver: hedgeResolver,
  })
  const find = handleSubmit(typed => {
    writeStored(key, typed)
    const { bounds, mostLegs } = readHedge(typed)
    solve(bounds, mostLegs)
  })
  const request = useStore(hedgeRequest)
  useEffect(() => {
    if (request === undefined) return
    hedgeRequest.set(undefined)
    reset(hedgeFieldsOf(request))
    void find()
  }, [request, reset, find])
  const bases = [...new Set(lines.map(line => line.base))]
  const labels = labelsOf(bases.length === 1 ? (bases[0] ?? 'USD') : 'USD')
  return (
    <div className={styles.view}>
      <div className={styles.controls}>{lead}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard */}
      <section className={styles.scroll} aria-label="Hedge" tabIndex={0}>
        <form
          className={styles.bounds}
          aria-label="Bounds of the hedge"
          noValidate
          onSubmit={event => void find(event)}
        >
          {(Object.keys(noBounds) as (keyof HedgeFields)[]).map(name => (
            <Bound key={name} control={control} name={name} label={labels[name]} />
          ))}
          <Button type="submit" variant="primary" busy={state.kind === 'waiting'}>
            Find the hedge
          </Button>
        </form>
        {state.kind === 'answer' && (
          <HedgeAnswer
            hedge={state.hedge}
            agoMs={() => (state.quotedAtMs === undefined ? undefined : serverNowMs() - state.quotedAtMs)}
            labels={labels}
          />
        )}
      </section>
    </div>
  )
}

interface BoundProps {
  readonly control: Control<HedgeFields>
  readonly name: keyof HedgeFields
  readonly label: string
}

function Bound({ control, name, label }: BoundProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          label={label}
          placeholder="no bound"
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
