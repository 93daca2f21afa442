/** Inputs of the model: price, forwards, volatilities, each with source and age, and editable. */
import type { ReactNode } from 'react'
import { expiryOf, optionText, parseInstrumentName, shortExpiry } from '../../../../core/domain/instrument.ts'
import type { BaseSurface, ExpirySurface, OptionMark } from '../../../../core/pricing/market/base-surface.ts'
import { dash, formatNumber } from '../../../ui/format/format-decimal.ts'
import { formatAge } from '../../../ui/format/format-time.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import { forwardSource, shortSource } from '../inputs/mark-text.ts'
import { ForwardField, LevelField, UnderlyingField, VolatilityField } from '../inputs/model-fields.tsx'
import type { OverridesHandle } from '../inputs/override-store.ts'
import { OverrideAge } from '../inputs/override-strip.tsx'
import styles from './payoff-panel.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

export interface ModelInputs {
  readonly surface: BaseSurface
  readonly symbols: readonly string[]
  readonly receivedAgoMs: () => number | undefined
  readonly typed: OverridesHandle
}

interface DatedOption {
  readonly symbol: string
  readonly at: ExpirySurface
}

export function InputsTable({ surface, symbols, receivedAgoMs, typed }: ModelInputs) {
  const age = useTicking(() => {
    const agoMs = receivedAgoMs()
    return agoMs === undefined ? 'never' : `${formatAge(agoMs)} ago`
  })
  const dated = symbols.flatMap((symbol): DatedOption[] => {
    const at = surface.expiries.get(expiryOf(symbol) ?? Number.NaN)
    return at === undefined ? [] : [{ symbol, at }]
  })
  const expiries = [...new Set(dated.map(({ at }) => at))].sort((a, b) => a.expiryMs - b.expiryMs)
  const when = (atMs: number | undefined): ReactNode => (atMs === undefined ? age : <OverrideAge atMs={atMs} />)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.slices} aria-label="Inputs of the model" tabIndex={0}>
      <table>
        <caption className={styles.caption}>
          Black-76, no interest, years of 365 days. Edit to override; clear to use market.
        </caption>
        <Heads
          of={[
            { name: 'Input', className: styles.inputName },
            'Value',
            'Source',
            'Age',
            { name: 'Bid–ask', title: 'Volatility of its bid and of its ask, %' },
            'Δ',
          ]}
        />
        <tbody>
          <InputRow
            name={`${surface.base} price`}
            field={<UnderlyingField surface={surface} handle={typed} />}
            source={surface.underlying?.source ?? 'none'}
            age={when(surface.underlying?.typed?.atMs)}
          />
          {expiries.map(at => (
            <Expiry key={at.expiryMs} at={at} surface={surface} typed={typed} when={when}>
              {dated.map(({ symbol, at: own }) => {
                const mark = own === at ? at.marks.get(symbol) : undefined
                return mark === undefined ? null : (
                  <InputRow
                    key={symbol}
                    name={optionName(symbol)}
                    field={<VolatilityField symbol={symbol} mark={mark} handle={typed} />}
                    source={shortSource(mark)}
                    age={when(mark.typed?.atMs)}
                    mark={mark}
                  />
                )
              })}
            </Expiry>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function optionName(symbol: string): string {
  const name = parseInstrumentName(symbol)
  return name?.product === 'option' ? `IV ${optionText(name)}` : symbol
}

interface ExpiryProps {
  readonly at: ExpirySurface
  readonly surface: BaseSurface
  readonly typed: OverridesHandle
  readonly when: (atMs: number | undefined) => ReactNode
  readonly children: ReactNode
}

function Expiry({ at, surface, typed, when, children }: ExpiryProps) {
  const name = shortExpiry(at.expiryMs)
  const { forward, shift } = at
  return (
    <>
      <InputRow
        name={`Forward ${name}`}
        field={<ForwardField at={at} handle={typed} />}
        source={forwardSource(at, surface)}
        age={when(forward?.source.kind === 'typed' ? forward.source.atMs : undefined)}
      />
      <InputRow
        name={`ATM IV ${name}`}
        field={<LevelField at={at} handle={typed} />}
        source={
          shift === undefined
            ? 'surface'
            : `surface ${formatNumber(shift.shift * 100, { places: 1, sign: 'always' })} typed`
        }
        age={when(shift?.atMs)}
      />
      {children}
    </>
  )
}

interface InputRowProps {
  readonly name: string
  readonly field: ReactNode
  readonly source: string
  readonly age: ReactNode
  readonly mark?: OptionMark | undefined
}

function InputRow({ name, field, source, age, mark }: InputRowProps) {
  const percent = (value: number | undefined): string =>
    value === undefined ? dash : formatNumber(value * 100, { places: 1 })
  return (
    <tr>
      <th scope="row" className={styles.inputName}>
        {name}
      </th>
      <td>{field}</td>
      <td>{source}</td>
      <td>{age}</td>
      <td>{mark === undefined ? '' : `${percent(mark.bid)} to ${percent(mark.ask)}`}</td>
      <td>
        {mark === undefined
          ? ''
          : mark.delta === undefined
            ? dash
            : formatNumber(mark.delta, { places: 3, sign: 'always' })}
      </td>
    </tr>
  )
}
