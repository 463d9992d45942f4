/**
 * Reads what each call takes and what its answer can be expanded with from the declarations of the installed `stripe`
 * package, and writes it to `src/wire/shapes.json`. Run it after the package was raised.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const require = createRequire(import.meta.url);
const packageFolder = join(dirname(require.resolve('stripe')), '..');
const target = fileURLToPath(new URL('../src/wire/shapes.json', import.meta.url));

/** Calls whose parameters are kept; of the others only the address, to answer that the emulator does not have them. */
const served =
  /^\/v1\/(account$|charges|coupons|credit_notes|customers|disputes|events|invoice_payments|invoiceitems|invoices|payment_intents|payment_methods|prices|products|promotion_codes|refunds|setup_intents|subscription_items|subscription_schedules|subscriptions|tax\/settings|tax_ids|tax_rates|test_helpers\/test_clocks|webhook_endpoints)/;

/** Payment methods that the emulator has; others are not worth their fields. */
const otherPaymentMethods =
  /^(acss_debit|affirm|afterpay_clearpay|alipay|alma|amazon_pay|au_becs_debit|bacs_debit|bancontact|billie|bizum|blik|boleto|card_present|cashapp|crypto|customer_balance|eps|fpx|gift_card|giropay|gopay|grabpay|id_bank_transfer|ideal|interac_present|kakao_pay|klarna|konbini|kr_card|mb_way|mobilepay|multibanco|naver_pay|nz_bank_account|oxxo|p24|paper_check|pay_by_bank|payco|paynow|paypal|paypay|payto|pix|promptpay|qris|rechnung|revolut_pay|samsung_pay|satispay|scalapay|sepa_debit|shopeepay|sofort|stripe_balance|sunbit|swish|twint|upi|us_bank_account|wechat_pay|zip)$/;

/** The compiler names the members of a union in the order in which a program has met them, so this has its own. */
export function readShapes() {
  const { program, calls } = readDeclarations();
  return new Reader(program.getTypeChecker()).read(program, calls);
}

let opened;

/** The declarations of all resources, with the calls that their methods make. Reading them takes seconds. */
export function openDeclarations() {
  opened ??= readDeclarations();
  return opened;
}

function readDeclarations() {
  const folder = join(packageFolder, 'esm/resources');
  const files = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.js') && !file.startsWith('V2'))
    .map((file) => join(folder, file));
  const calls = files.map((file) => ({
    declaration: file.replace(/js$/, 'd.ts'),
    calls: readCalls(file),
  }));
  const program = ts.createProgram(
    calls.map(({ declaration }) => declaration),
    {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      skipLibCheck: true,
    },
  );
  return { program, calls };
}

/** Class and method to verb and path. */
function readCalls(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.ES2022,
    true,
  );
  const found = new Map();
  const visit = (node, owner) => {
    const name = ts.isMethodDeclaration(node)
      ? `${node.parent.name.text}.${node.name.getText(source)}`
      : owner;
    if (ts.isCallExpression(node) && node.expression.getText(source) === 'this._makeRequest') {
      const [method, path] = node.arguments;
      found.set(name, `${method.text} ${toPath(path)}`);
      return;
    }
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(source, undefined);
  return found;
}

function toPath(node) {
  if (!ts.isTemplateExpression(node)) {
    return node.text;
  }
  const parts = node.templateSpans.map(({ literal }) => `{id}${literal.text}`);
  return node.head.text + parts.join('');
}

class Reader {
  #types = [];
  #numbers = new Map();
  #objects = {};
  #checker;

  constructor(checker) {
    this.#checker = checker;
  }

  read(program, calls) {
    const operations = {};
    const elsewhere = new Set();
    for (const { declaration, calls: paths } of calls) {
      for (const [call, member] of listMembers(program.getSourceFile(declaration), paths)) {
        if (!served.test(call.split(' ')[1])) {
          elsewhere.add(call);
        } else if (!(call in operations)) {
          operations[call] = this.#toOperation(member);
        }
      }
    }
    const version = readFileSync(join(packageFolder, 'esm/apiVersion.js'), 'utf8');
    return {
      package: JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version,
      apiVersion: /ApiVersion = '([^']+)'/.exec(version)[1],
      operations,
      elsewhere: [...elsewhere].sort(),
      types: this.#types,
      objects: this.#objects,
    };
  }

  /** Equal types are written once. */
  #intern(type) {
    const text = JSON.stringify(type);
    const known = this.#numbers.get(text) ?? this.#types.push(type) - 1;
    this.#numbers.set(text, known);
    return known;
  }

  #toOperation(member) {
    const checker = this.#checker;
    const signature = checker.getSignatureFromDeclaration(member);
    const params = signature.getParameters().find(({ name }) => name === 'params');
    const type =
      params && checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(params, member));
    const answer = member.type.typeArguments?.[0];
    const inner = answer?.typeName?.getText() === 'Response' ? answer.typeArguments[0] : answer;
    return {
      params: type ? this.#toFields(type, []) : this.#intern({ fields: {} }),
      answer: inner ? this.#toKinds(checker.getTypeFromTypeNode(inner)) : [],
      ...(member.type.typeName.getText() === 'ApiListPromise' && { isList: true }),
    };
  }

  #toType(type, above) {
    if (type.flags & flags.Union) {
      return this.#toUnion(type.types, above);
    }
    if (type.isStringLiteral()) {
      return this.#intern({ values: [type.value] });
    }
    const name = toName(type);
    if (name !== undefined) {
      return name;
    }
    if (this.#checker.isArrayType(type)) {
      return this.#intern({
        items: this.#toType(this.#checker.getTypeArguments(type)[0], above),
      });
    }
    const [index] = this.#checker.getIndexInfosOfType(type);
    return index ? this.#toMap(index.type, above) : this.#toFields(type, above);
  }

  #toMap(type, above) {
    const each = this.#toType(type, above);
    return typeof each === 'number' && 'fields' in this.#types[each]
      ? this.#intern({ each })
      : 'map';
  }

  #toUnion(members, above) {
    const known = members.filter(({ flags: flag }) => !(flag & nothing));
    const values = known.filter((type) => type.isStringLiteral()).map(({ value }) => value);
    const others = known
      .filter((type) => !type.isStringLiteral() && !isOpen(type))
      .map((type) => this.#toType(type, above));
    const words = values.filter((value) => value !== '');
    const kinds = [
      ...(values.includes('') ? [''] : []),
      ...(words.length > 0 ? [this.#intern({ values: words })] : []),
      ...new Set(others),
    ];
    const all = words.length === 0 && others.length === 0 ? [...kinds, 'string'] : kinds;
    return all.length === 1 ? all[0] : this.#intern({ oneOf: all });
  }

  #toFields(type, above) {
    if (above.includes(type)) {
      return 'map';
    }
    const properties = this.#checker
      .getPropertiesOfType(type)
      .filter(({ name }) => !otherPaymentMethods.test(name));
    const fields = properties.map((property) => {
      const inner = this.#toType(this.#checker.getTypeOfSymbol(property), [...above, type]);
      return [property.name, toNumber(property.name, inner)];
    });
    const required = properties.filter((property) => !isOptional(property));
    return this.#intern({
      fields: Object.fromEntries(fields),
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    });
  }

  /** Names of Stripe's objects that a value may be. */
  #toKinds(type) {
    const parts = type.isUnion() ? type.types : [type];
    return [...new Set(parts.flatMap((part) => this.#toKind(part)))];
  }

  #toKind(type) {
    const property = type.getProperty?.('object');
    const name = property && this.#checker.getTypeOfSymbol(property);
    if (!name?.isStringLiteral?.() || name.value === 'list') {
      return [];
    }
    if (!this.#objects[name.value]) {
      this.#objects[name.value] = {};
      this.#objects[name.value] = this.#toReaches(type);
    }
    return [name.value];
  }

  /** Lists the fields that `expand` can name: those that hold other objects, and lists and hashes with such fields. */
  #toReaches(type) {
    const fields = {};
    for (const property of this.#checker.getPropertiesOfType(type)) {
      const inner = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(property));
      const reach = otherPaymentMethods.test(property.name) ? {} : this.#toReach(inner);
      const whole = { ...reach, ...(isOptional(property) && { isOptional: true }) };
      if (Object.keys(whole).length > 0) {
        fields[property.name] = whole;
      }
    }
    return fields;
  }

  #toReach(type) {
    const parts = type.isUnion() ? type.types : [type];
    const array = parts.find((part) => this.#checker.isArrayType(part));
    if (array) {
      return this.#toReach(this.#checker.getTypeArguments(array)[0]);
    }
    const list = parts.find((part) => part.getProperty?.('has_more'));
    if (list) {
      const rows = this.#checker.getTypeOfSymbol(list.getProperty('data'));
      return { list: this.#toKinds(this.#checker.getTypeArguments(rows)[0]) };
    }
    const kinds = this.#toKinds(type);
    if (kinds.length > 0) {
      const isExpandable = parts.some(({ flags: flag }) => flag & flags.String);
      return { kinds, ...(isExpandable && { isExpandable }) };
    }
    const hashes = parts.filter((part) => part.flags & flags.Object && !toName(part));
    const fields = Object.assign({}, ...hashes.map((hash) => this.#toReaches(hash)));
    return Object.keys(fields).length > 0 ? { fields } : {};
  }
}

const { TypeFlags: flags } = ts;
const nothing = flags.Undefined | flags.Null | flags.Void;

const isOptional = (property) => Boolean(property.flags & ts.SymbolFlags.Optional);

const isOpen = (type) =>
  type.isIntersection() && type.types.some(({ flags: flag }) => flag & flags.String);

function toName(type) {
  if (type.flags & flags.StringLike || isOpen(type)) {
    return 'string';
  }
  if (type.flags & flags.NumberLike) {
    return 'number';
  }
  if (type.flags & flags.BooleanLike) {
    return 'boolean';
  }
  return [type.symbol?.name, type.aliasSymbol?.name].includes('Decimal') ? 'decimal' : undefined;
}

/** The declarations have one word for whole numbers and others. */
function toNumber(name, type) {
  const isWhole = !/percent|latitude|longitude/.test(name);
  return type === 'number' && isWhole ? 'integer' : type;
}

/** Calls of version 1 with the methods that make them. */
export function listMembers(source, paths) {
  return source.statements
    .filter(ts.isClassDeclaration)
    .flatMap(({ name, members }) =>
      members.map((member) => [paths.get(`${name.text}.${member.name?.getText()}`), member]),
    )
    .filter(([call]) => call?.includes(' /v1/'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { operations, types, ...rest } = readShapes();
  const text = JSON.stringify({ ...rest, operations, types });
  writeFileSync(target, `${text}\n`);
}
