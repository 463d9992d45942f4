/** Styles of an invoice's page: light, dark and printed. */
export const hostedInvoiceStyles = `
:root { color-scheme: light dark; --ink: #1c1917; --soft: #57534e; --line: #d6d3d1; --paper: #fff; --back: #f5f5f4; --good: #166534; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #fafaf9; --soft: #a8a29e; --line: #44403c; --paper: #1c1917; --back: #0c0a09; --good: #86efac; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
main { max-width: 48rem; margin: 2rem auto; padding: 3rem; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
h1 { margin: 0; font-size: 1.75rem; overflow-wrap: anywhere; }
p { margin: 0; }
.product { color: var(--soft); }
.status { display: inline-block; margin-top: .5rem; padding: 0 .75rem; border: 1px solid currentColor; border-radius: 999px; color: var(--soft); }
.status.paid { color: var(--good); }
.facts { display: grid; grid-template-columns: auto 1fr 1.5fr; gap: 2rem; margin: 2rem 0; }
dl, dd { margin: 0; overflow-wrap: anywhere; }
dt { color: var(--soft); font-size: .875rem; }
dd { margin-bottom: .75rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem 0 .5rem 1rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead th { color: var(--soft); font-size: .875rem; font-weight: 400; }
tfoot th { font-weight: 600; }
tfoot td { font-weight: 600; }
.note { margin-top: 2rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 40rem) {
  main { margin: 0; padding: 1.5rem; border: 0; border-radius: 0; }
  .facts { grid-template-columns: 1fr; gap: 0; }
  td.period { font-size: .875rem; }
}
@page { size: A4; margin: 20mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --back: #fff; --good: #000; }
  body { font-size: 11pt; }
  main { max-width: none; margin: 0; padding: 0; border: 0; }
  .facts { grid-template-columns: auto 1fr 1.5fr; gap: 8mm; margin: 8mm 0; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
}
`;
