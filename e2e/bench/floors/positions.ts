/** The rows of the floor pages, fetched and parsed only. */

export interface FloorRow {
  readonly symbol: string
  readonly side: string
  readonly size: string
  readonly average_entry_price: string
  readonly mark_price: string
  readonly upnl: string
  readonly product_type: string
}

export async function fetchPositions(): Promise<readonly FloorRow[]> {
  const answer = await fetch('/v1/api/positions')
  const { positions_response: response } = JSON.parse(await answer.text()) as {
    positions_response: { positions: FloorRow[] }
  }
  return response.positions
}
