import { isRightToLeft } from '@hearth/contract';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { type Speech, speak } from '../words/phrases.ts';
import { fontOf, sheetOf, stylesOf, width } from './letter-look.ts';
import type { Block, Letter, MailBrand, Row, TemplateSetting } from './template.ts';

const layout = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;
const logoHeight = 28;

interface Look {
  readonly styles: ReturnType<typeof stylesOf>;
  readonly say: Speech;
  readonly setting: TemplateSetting;
}

/** Landmarks are roles, since some clients drop the elements. */
const roles = {
  banner: { role: 'banner' },
  main: { role: 'main' },
  foot: { role: 'contentinfo' },
} as const;

/** Page of all mails. */
export function LetterPage(props: {
  readonly letter: Letter;
  readonly setting: TemplateSetting;
}): ReactElement {
  const { letter, setting } = props;
  const { language, brand } = setting;
  const look = { styles: stylesOf(brand), say: speak(setting), setting };
  const { styles, say } = look;
  const tongue = { lang: language, ...(isRightToLeft(language) && { dir: 'rtl' }) };
  return (
    <html {...tongue}>
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{letter.subject}</title>
        <style>{sheetOf(brand)}</style>
      </head>
      <body className="page" style={{ ...styles.page, fontFamily: fontOf(language) }}>
        <table {...layout} align="center" {...tongue} style={styles.frame}>
          <tbody>
            <tr>
              <td className="strong" style={styles.brand}>
                <div {...roles.banner}>
                  <ProductName setting={setting} />
                </div>
              </td>
            </tr>
            <tr>
              <td className="card line" style={styles.card}>
                <div {...roles.main}>
                  <h1 className="strong" style={styles.heading}>
                    {isolated(letter.heading)}
                  </h1>
                  <Paragraph styles={styles}>{isolated(say.greet(letter.name))}</Paragraph>
                  {letter.blocks.map((block, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a letter never changes.
                    <BlockView key={index} block={block} look={look} />
                  ))}
                </div>
              </td>
            </tr>
            <tr>
              <td className="quiet" style={styles.footer}>
                <div {...roles.foot}>
                  <Foot look={look} />
                </div>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

/** Outlook for Windows knows no greatest width, so it gets a table of that width around. */
export const forOutlook = (html: string): string =>
  html
    .replace(
      /(<body[^>]*>)/,
      `$1<!--[if mso]><table role="presentation" width="${width}" align="center"><tr><td><![endif]-->`,
    )
    .replace('</body>', '<!--[if mso]></td></tr></table><![endif]--></body>');

/** Names between FSI and PDI are isolated by an element as well, since some clients drop the two characters. */
function isolated(text: string): ReactNode {
  const parts = text.split(/\u2068([^\u2069]*)\u2069/);
  return parts.length === 1
    ? text
    : // biome-ignore lint/suspicious/noArrayIndexKey: a letter never changes.
      parts.map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));
}

function ProductName({ setting }: { readonly setting: TemplateSetting }): ReactElement {
  const { productName, brand } = setting;
  const logo = brand?.logo;
  if (!logo) {
    return <>{productName}</>;
  }
  const size = { width: logo.width, height: logoHeight };
  const alt = logo.wordmark ? productName : '';
  const style = { verticalAlign: 'middle' };
  return (
    <>
      <img className="on-light" src={logo.light} alt={alt} {...size} style={style} />
      <img
        className="on-dark"
        src={logo.dark}
        alt={alt}
        {...size}
        style={{ ...style, display: 'none', ...hiddenInOutlook }}
      />
      {!logo.wordmark && <span style={{ ...style, marginLeft: '10px' }}>{productName}</span>}
    </>
  );
}

const hiddenInOutlook = { msoHide: 'all' } as object;

interface ParagraphProps {
  readonly styles: Look['styles'];
  readonly children: ReactNode;
}

function Paragraph({ styles, children }: ParagraphProps): ReactElement {
  return (
    <p className="strong" style={styles.paragraph}>
      {children}
    </p>
  );
}

function BlockView({ block, look }: { readonly block: Block; readonly look: Look }): ReactElement {
  const { styles } = look;
  switch (block.is) {
    case 'paragraph': {
      const text = isolated(block.text);
      return (
        <Paragraph styles={styles}>{block.isStrong ? <strong>{text}</strong> : text}</Paragraph>
      );
    }
    case 'list':
      return (
        <ul style={styles.list}>
          {block.items.map((item) => (
            <li key={item} className="strong" style={styles.item}>
              {item}
            </li>
          ))}
        </ul>
      );
    case 'rows':
      return <Rows rows={block.rows} styles={styles} />;
    case 'code':
      return (
        <p className="strong" style={styles.code}>
          {block.code}
        </p>
      );
    case 'button':
      return <Button {...block} look={look} />;
    case 'link':
      return <ClearLink link={block.link} styles={styles} />;
  }
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly styles: Look['styles'];
}

function Rows({ rows, styles }: RowsProps): ReactElement {
  return (
    <table className="line" cellPadding={0} cellSpacing={0} border={0} style={styles.rows}>
      <tbody>
        {rows.map(({ label, value, isSum }) => (
          <tr key={label}>
            <th
              scope="row"
              className={isSum ? 'strong line' : 'quiet line'}
              style={isSum ? styles.sumLabel : styles.label}
            >
              {label}
            </th>
            <td className="strong line" style={isSum ? styles.sumValue : styles.value}>
              {isolated(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ButtonProps {
  readonly link: string;
  readonly button: string;
  readonly look: Look;
}

/** A button, and the same address in clear for those who cannot or would not press it. */
function Button({ link, button, look }: ButtonProps): ReactElement {
  const { styles, say } = look;
  return (
    <>
      <table {...layout} style={styles.buttonTable}>
        <tbody>
          <tr>
            <td className="button" style={styles.buttonCell}>
              <a className="button" href={link} style={styles.button}>
                {button}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p className="quiet" style={styles.quiet}>
        {say.phrase('linkInClear')}
        <br />
        <a className="clear" href={link} style={styles.clear}>
          {link}
        </a>
      </p>
    </>
  );
}

interface ClearLinkProps {
  readonly link: string;
  readonly styles: Look['styles'];
}

/** An address that can be read, copied and pressed. */
function ClearLink({ link, styles }: ClearLinkProps): ReactElement {
  return (
    <p className="quiet" style={styles.quiet}>
      <a className="clear" href={link} style={styles.clear}>
        {link}
      </a>
    </p>
  );
}

function Foot({ look }: { readonly look: Look }): ReactElement {
  const { say, setting } = look;
  const { support = '' } = setting.brand ?? {};
  return (
    <>
      <div>{say.phrase('footer', { product: setting.productName })}</div>
      <div>{say.phrase(support ? 'questions' : 'replies', { support })}</div>
      <FootLinks brand={setting.brand ?? {}} look={look} />
    </>
  );
}

interface FootLinksProps {
  readonly brand: MailBrand;
  readonly look: Look;
}

function FootLinks({ brand, look }: FootLinksProps): ReactElement | null {
  const { say, styles } = look;
  const pages = [
    { name: say.phrase('terms'), url: brand.terms },
    { name: say.phrase('privacy'), url: brand.privacy },
  ].filter(({ url }) => url !== undefined);
  return pages.length === 0 ? null : (
    <div>
      {pages.map(({ name, url }, index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          <a className="quiet" href={url} style={styles.footLink}>
            {name}
          </a>
        </Fragment>
      ))}
    </div>
  );
}
