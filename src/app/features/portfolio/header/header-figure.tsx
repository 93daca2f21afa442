/** Header figures of one account, now or at a past minute; pressing one explains it. */
import { type CSSProperties, memo, type ReactNode, useMemo } from 'react'
import { useAccountChoices } from '../../../model/account/account-choices.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { useRunCommand } from '../../../ui/commands/use-commands.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { type FigureId, figureIds, figureOf } from './figures.tsx'
import { type HeaderData, HeaderNote, HeaderStat } from './header-stat.tsx'
import styles from './header.module.css'

interface HeaderFigureProps {
  readonly id: FigureId
  readonly data: HeaderData
  readonly stale: boolean
  readonly explain?: ((id: FigureId) => void) | undefined
}

/** Memoised: a poll changes either the venue's figures or the modelled ones. */
export const HeaderFigure = memo(function HeaderFigure({ id, data, stale, explain }: HeaderFigureProps) {
  useAmountsHidden()
  const choices = useAccountChoices()
  const figure = figureOf(id)
  const press = useMemo(() => (explain === undefined ? undefined : () => explain(id)), [explain, id])
  const shown = { id, text: figure, stale, explain: press }
  if (figure.Live !== undefined) return <figure.Live {...shown} data={data} choices={choices} />
  const Shown = figure.place === 'line' ? HeaderStat : HeaderNote
  return <Shown {...shown} view={figure.view(data, choices)} />
})

interface FigureLineProps extends Omit<HeaderFigureProps, 'id'> {
  /** Slightly later than `data`, for modelled figures. */
  readonly later?: HeaderData
  /** Figures that the caller draws itself. */
  readonly drawn?: Partial<Readonly<Record<FigureId, ReactNode>>>
}

const lineIds = figureIds.filter(id => figureOf(id).place === 'line')
const columns = lineIds.map(id => figureOf(id).width ?? 'minmax(0, 0.85fr)').join(' ')

export const FigureLine = ({ data, later = data, drawn, ...shown }: FigureLineProps) => (
  <div className={styles.line} style={{ '--columns': columns } as CSSProperties}>
    {lineIds.map(
      id => drawn?.[id] ?? <HeaderFigure key={id} id={id} data={figureOf(id).isLater ? later : data} {...shown} />,
    )}
  </div>
)

export function LiveBalanceNotes({ portfolio }: { readonly portfolio: Portfolio }) {
  const run = useRunCommand()
  return (
    <BalanceNotes data={portfolio} stale={portfolio.stale} explain={figure => run(`portfolio.explain.${figure}`)} />
  )
}

export const BalanceNotes = (shown: Omit<HeaderFigureProps, 'id'>) => (
  <div className={styles.notes}>
    {figureIds
      .filter(id => figureOf(id).place === 'notes')
      .map(id => (
        <HeaderFigure key={id} id={id} {...shown} />
      ))}
  </div>
)
