/** The day's realised result, with its parts if there is more than trades. */
import { Fragment } from 'react'
import { Pnl } from '../../ui/format/figures.tsx'
import { type DayRealised, partsOfDay } from './realised-days.ts'

export function DayRealisedText({ sums }: { readonly sums: DayRealised }) {
  const parts = partsOfDay(sums)
  return (
    <>
      realised <Pnl value={sums.total} places={2} />
      {parts.length > 0 && (
        <span className="muted">
          {' ('}
          {parts.map(({ name, value }, at) => (
            <Fragment key={name}>
              {at > 0 && ', '}
              {name} <Pnl value={value} places={2} />
            </Fragment>
          ))}
          )
        </span>
      )}
    </>
  )
}
