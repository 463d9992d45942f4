export const metadata = { title: 'Beside Hearth' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: 'system-ui', maxWidth: '40rem', margin: '2rem auto' }}>
        {children}
      </body>
    </html>
  );
}
