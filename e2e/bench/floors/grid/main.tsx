/** Floor of the first screen: React, AG Grid with the app's modules, and the rows, without our own code. */
import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ExternalFilterModule,
  HighlightChangesModule,
  ModuleRegistry,
  QuickFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  TooltipModule,
  themeQuartz,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type FloorRow, fetchPositions } from '../positions.ts'

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ExternalFilterModule,
  HighlightChangesModule,
  QuickFilterModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  RowStyleModule,
  TooltipModule,
])

const fields = ['symbol', 'product_type', 'side', 'size', 'average_entry_price', 'mark_price', 'upnl'] as const
const columns = fields.map(field => ({ field, colId: field }))
const nonce = document.querySelector('meta[name=csp-nonce]')?.getAttribute('content') ?? ''

function Page() {
  const [rows, setRows] = useState<readonly FloorRow[]>()
  useEffect(() => void fetchPositions().then(setRows), [])
  return (
    <>
      <header data-shell="">Legwork</header>
      <div style={{ height: 800 }}>
        {rows !== undefined && (
          <AgGridReact
            theme={themeQuartz}
            styleNonce={nonce}
            rowData={[...rows]}
            columnDefs={columns}
            getRowId={({ data }) => data.symbol}
            rowHeight={28}
          />
        )}
      </div>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<Page />)
