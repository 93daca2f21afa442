/** The price of a package in the units that the reader chose: per package, per unit of the first leg, or in total. */
import type { ReactNode } from 'react'
import { type Decimal, canonical } from '../../domain/decimal.ts'
import { type PriceUnit, type PricedPackage, priceIn } from '../../domain/price-units.ts'
import { formatDecimal } from '../../domain/format-decimal.ts'
import { dash } from '../format/format-decimal.ts'
import { maskAmount } from '../format/privacy.ts'
import type { Column, ColumnOptions } from '../grid/column.ts'
import { decimalColumn } from '../grid/columns.ts'
import { preferences, setPreferences, usePreferences } from '../theme/preferences.ts'

/** What stands after a price that is not per package. */
const unitMarks: Readonly<Record<PriceUnit, string>> = { package: '', unit: ' /unit', total: ' total' }
export const unitLabels: Readonly<Record<PriceUnit, string>> = {
  package: 'per package',
  unit: 'per unit of the first leg',
  total: 'in total',
}

const following: Readonly<Record<PriceUnit, PriceUnit>> = { package: 'unit', unit: 'total', total: 'package' }

/** Per package, per unit, in total, and over again; answers what is chosen now. */
export function nextUnits(): PriceUnit {
  const units = following[preferences().units]
  setPreferences({ units })
  return units
}

const isPackage = ({ legs }: PricedPackage): boolean => legs.length > 1

/** "120", "60 /unit", "1,200 total"; an order in one instrument has one price. */
export function packagePriceText(price: Decimal | undefined, priced: PricedPackage): string {
  const { units } = preferences()
  const unit = isPackage(priced) ? units : 'package'
  const value = price === undefined ? undefined : priceIn(unit, price, priced)
  if (value === undefined) return dash
  const text = `${formatDecimal(canonical(value))}${unitMarks[unit]}`
  return unit === 'total' ? maskAmount(text) : text
}

interface PackagePriceProps extends PricedPackage {
  readonly price: Decimal | undefined
}

export function PackagePrice({ price, ...priced }: PackagePriceProps): ReactNode {
  usePreferences()
  return <span className="tabular">{packagePriceText(price, priced)}</span>
}

type PackagePriceOptions<Row> = ColumnOptions<Row> & {
  readonly price: (row: Row) => Decimal | undefined
  readonly priced: (row: Row) => PricedPackage
}

/** Sorted by the price per package, whatever it is told in. */
export function packagePriceColumn<Row>({ price, priced, ...rest }: PackagePriceOptions<Row>): Column<Row> {
  return { ...decimalColumn<Row>({ ...rest, value: price }), text: row => packagePriceText(price(row), priced(row)) }
}
