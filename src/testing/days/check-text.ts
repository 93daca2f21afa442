/** Checks the raw text of an answer or message strictly, independent of the codecs. */

const decimalFields: ReadonlySet<string> = new Set(
  `minimum_quantity maximum_quantity minimum_value maximum_value quantity_step price_step price quantity best_bid best_ask last_price
   index_price volume base_volume open_interest price_change low_24 high_24 funding_rate cash_balance reserved_balance available_balance
   withdrawable_balance size average_entry_price mark_price upnl margin_value executed_price executed_quantity order_price filled_quantity`.split(
    /\s+/,
  ),
)
const timeFields = /^(?:utc_timestamp|server_utc_timestamp|timestamp|expires_at)$/
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const longest = 80
const notNumbers = /\b(?:NaN|Infinity|undefined)\b|"-?\d+(?:\.\d+)?[eE][+-]?\d+"/

export function readStrictly(text: string): { readonly value: unknown; readonly faults: readonly string[] } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { value: undefined, faults: [`not JSON: ${text.slice(0, 120)}`] }
  }
  const found = notNumbers.exec(text)
  const faults: string[] = found === null ? [] : [`${found[0]} in the text`]
  visit(value, '', faults)
  return { value, faults }
}

function visit(value: unknown, path: string, faults: string[]): void {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) visit(each, `${path}.${index}`, faults)
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (decimalFields.has(name)) {
      // An unknown figure is null; nothing else may replace it.
      const isNone = each === null || (each === '' && isPriceOfOrder(`${path}.${name}`))
      if (!isNone && !isStrictDecimal(each)) faults.push(`${path}.${name} is no decimal: ${JSON.stringify(each)}`)
    } else if (timeFields.test(name)) {
      if (typeof each !== 'string' || !/^\d{16}(?:\d{3})?$/.test(each))
        faults.push(`${path}.${name} is no time: ${JSON.stringify(each)}`)
    } else visit(each, `${path}.${name}`, faults)
  }
}

/**
 * These messages always contain the order's price, empty if it had none: an RFQ as others see it, a market order's
 * execution.
 */
const isPriceOfOrder = (path: string): boolean =>
  /^\.(?:order_added\.price|snapshot\.(?:buy|sell)\.\d+\.price|execution\.price|trade_history_response\.executions\.\d+\.order_price)$/.test(
    path,
  )

const isStrictDecimal = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= longest && decimal.test(value) && !/^-0(?:\.0+)?$/.test(value)
