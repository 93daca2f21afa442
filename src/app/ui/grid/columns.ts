/** Helpers that create columns. A missing value shows "–" and sorts last. */
import { isoTime, sheetNumber } from '../../../core/domain/csv.ts'
import {
  canonical,
  type Decimal,
  type DecimalForm,
  formatDecimal,
  places as placesOf,
  type SignForm,
  toNumber,
} from '../../../core/domain/decimal.ts'
import {
  dash,
  formatNumber,
  formatPercent,
  formatPnl,
  formatQuantity,
  signShown,
  signTone,
} from '../format/format-decimal.ts'
import { formatAge, type TimeForm } from '../format/format-time.ts'
import { areAmountsHidden, maskAmount } from '../format/privacy.ts'
import { formatZoned, otherZone } from '../format/zoned-time.ts'
import type { CellTone, Column, ColumnOptions, Sheet } from './column.ts'

type CellValue<Row, T> = (row: Row) => T | undefined
interface ToneOption<Row> {
  readonly tone?: ((row: Row) => CellTone | undefined) | undefined
}
interface StepOption<Row> {
  readonly step?: CellValue<Row, Decimal>
}

const or = (text: string | undefined): string => text ?? dash
const plain = { sortable: true } as const

export function textColumn<Row>({
  value,
  align = 'left',
  ...rest
}: ColumnOptions<Row> &
  ToneOption<Row> & { value: CellValue<Row, string>; align?: 'left' | 'right' | 'centre' }): Column<Row> {
  return { ...plain, width: 140, ...rest, align, value, text: row => or(value(row)), sortValue: value }
}

function secret<Row>(column: Column<Row>): Column<Row> {
  const { text, tip, tone } = column
  return {
    ...column,
    text: row => {
      const said = text(row)
      return said === dash ? said : maskAmount(said)
    },
    tip: tip === undefined ? undefined : row => (areAmountsHidden() ? undefined : tip(row)),
    tone: tone === undefined ? undefined : row => (areAmountsHidden() ? undefined : tone(row)),
  }
}

interface Secrecy {
  readonly amount?: boolean | undefined
}

function figures<Row>(
  options: ColumnOptions<Row> & ToneOption<Row>,
  value: CellValue<Row, Decimal>,
  format: (value: Decimal, row: Row) => string,
): Column<Row> {
  const sortValue = (row: Row): number | undefined => {
    const read = value(row)
    return read === undefined ? undefined : toNumber(read)
  }
  const text = (row: Row): string => {
    const read = value(row)
    return read === undefined ? dash : format(read, row)
  }
  return { ...plain, width: 96, ...options, align: 'right', isFigure: true, value, text, sortValue }
}

type DecimalOptions<Row> = ColumnOptions<Row> &
  ToneOption<Row> &
  Secrecy &
  StepOption<Row> &
  Omit<DecimalForm, 'step'> & { value: CellValue<Row, Decimal>; flashStep?: CellValue<Row, Decimal> }

export function decimalColumn<Row>({
  value,
  step,
  places,
  sign,
  amount = false,
  flashStep,
  ...rest
}: DecimalOptions<Row>): Column<Row> {
  const figure = figures(rest, value, (read, row) => formatDecimal(read, { step: step?.(row), places, sign }))
  const column = { ...figure, flashStep: flashStep === undefined ? undefined : stepSize(flashStep) }
  return amount ? secret(column) : column
}

const stepSize =
  <Row>(step: CellValue<Row, Decimal>) =>
  (row: Row): number | undefined => {
    const size = step(row)
    return size === undefined ? undefined : toNumber(size)
  }

export function quantityColumn<Row>({
  value,
  step,
  ...rest
}: ColumnOptions<Row> & ToneOption<Row> & StepOption<Row> & { value: CellValue<Row, Decimal> }): Column<Row> {
  return secret(figures({ width: 80, ...rest }, value, (read, row) => formatQuantity(read, step?.(row))))
}

const pnlTone = (text: string): CellTone | undefined => signTone(signShown(text))

/** In USD with two decimals; another asset (`asset`) keeps its decimals and is named after the amount. */
export function pnlColumn<Row>({
  value,
  step,
  places,
  asset,
  ...rest
}: ColumnOptions<Row> &
  StepOption<Row> & { value: CellValue<Row, Decimal>; places?: number; asset?: CellValue<Row, string> }): Column<Row> {
  const form = (row: Row): DecimalForm => (places === undefined ? { step: step?.(row) } : { step: step?.(row), places })
  const column = figures({ width: 108, ...rest }, value, (read, row) => {
    const named = asset?.(row)
    return named === undefined || named === 'USD'
      ? formatPnl(read, form(row))
      : `${formatPnl(read, { places: placesOf(canonical(read)) })} ${named}`
  })
  return secret({ ...column, tone: row => pnlTone(column.text(row)) })
}

interface NumberOptions<Row> extends ColumnOptions<Row>, ToneOption<Row>, Secrecy {
  readonly value: CellValue<Row, number>
  readonly places?: number | undefined
  readonly sign?: SignForm | undefined
}

export function numberColumn<Row>({
  value,
  places,
  sign,
  amount = false,
  format,
  ...rest
}: NumberOptions<Row> & { format?: (value: number, row: Row) => string }): Column<Row> {
  const text = (row: Row): string => {
    const read = value(row)
    if (read === undefined) return dash
    return format === undefined ? formatNumber(read, { places, sign }) : format(read, row)
  }
  const column: Column<Row> = {
    ...plain,
    width: 88,
    ...rest,
    align: 'right',
    isFigure: true,
    value,
    text,
    sortValue: value,
  }
  return amount ? secret(column) : column
}

/** For fractions: 0.012 reads "1.2 %". With `pnl` signed and coloured. */
export function percentColumn<Row>({
  value,
  places,
  sign,
  pnl = false,
  ...rest
}: NumberOptions<Row> & { pnl?: boolean }): Column<Row> {
  const text = (row: Row): string => {
    const read = value(row)
    return read === undefined ? dash : formatPercent(read, { places, sign: pnl ? 'always' : sign })
  }
  const tone = pnl ? (row: Row): CellTone | undefined => pnlTone(text(row)) : rest.tone
  return { ...plain, width: 84, ...rest, align: 'right', isFigure: true, value, text, sortValue: value, tone }
}

export function ageColumn<Row>({
  value,
  ...rest
}: ColumnOptions<Row> & ToneOption<Row> & { value: CellValue<Row, number> }): Column<Row> {
  const text = (row: Row): string => {
    const age = value(row)
    return age === undefined ? dash : formatAge(age)
  }
  const sheet: Sheet<Row> = {
    heads: [`${rest.header}, s`],
    cells: row => {
      const age = value(row)
      return [sheetNumber(age === undefined ? undefined : age / 1000) ?? '']
    },
  }
  return {
    ...plain,
    width: 64,
    tone: () => 'muted',
    ...rest,
    align: 'right',
    value: text,
    text,
    sortValue: value,
    sheet,
    ticking: true,
  }
}

/** A time for spreadsheets, which would read "03:04" as a time of day and "29 Nov" as this year. */
export const timeSheet = <Row>(header: string, value: CellValue<Row, number>): Sheet<Row> => ({
  heads: [`${header}, UTC`],
  cells: row => {
    const atMs = value(row)
    return [atMs === undefined ? '' : isoTime(atMs)]
  },
})

export function timeColumn<Row>({
  value,
  form = 'time',
  ...rest
}: ColumnOptions<Row> & ToneOption<Row> & { value: CellValue<Row, number>; form?: TimeForm }): Column<Row> {
  const text = (row: Row): string => {
    const at = value(row)
    if (at === undefined) return dash
    return formatZoned(at, form)
  }
  const tip = (row: Row): string | undefined => {
    const at = value(row)
    if (at === undefined) return undefined
    return otherZone(at)
  }
  const sheet = timeSheet(rest.header, value)
  return {
    ...plain,
    width: 76,
    tip,
    ...rest,
    align: 'right',
    value,
    text,
    sortValue: value,
    sheet,
  }
}
