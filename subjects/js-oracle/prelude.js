// prelude.js: runs first in each engine. It makes `print` show values in the same way everywhere, and replaces what ES5
// leaves to the engine, or what later editions changed, by one behaviour. What the generator can leave out is not here:
// see javascript_comparable.c.
(function (global) {
  'use strict';
  var write = global.print;
  var keysOf = Object.keys, isArray = Array.isArray, toText = String, toObject = Object;
  var defineProperty = Object.defineProperty, hasOwn = Object.prototype.hasOwnProperty;
  var apply = Function.prototype.apply;
  var sort = Array.prototype.sort, indexOf = String.prototype.indexOf, classOf = Object.prototype.toString;
  var regExpPrototype = RegExp.prototype, datePrototype = Date.prototype, timeOf = datePrototype.getTime;
  var valueOfNumber = Number.prototype.valueOf, valueOfString = String.prototype.valueOf;
  var valueOfBoolean = Boolean.prototype.valueOf;
  var kinds = [
    [EvalError, 'EvalError'], [RangeError, 'RangeError'], [ReferenceError, 'ReferenceError'],
    [SyntaxError, 'SyntaxError'], [TypeError, 'TypeError'], [URIError, 'URIError'], [Error, 'Error']
  ];
  var MOST = 20, DEEPEST = 3;

  // ---- Showing values ----

  // How an engine says that it, and not the script, has had enough. Such a run is not compared. What mujs says about
  // regular expressions is here, too: it reads them as late as it can, and refuses loops that can match nothing, more
  // than nine groups, and braces that are no quantifier, which others allow since ES2015.
  var limits = [
    // mujs
    'stack overflow', 'out of memory', 'too large', 'invalid string length', 'regexec failed', 'regular expression: ',
    // duktape
    ' limit', 'alloc failed',
    // quickjs
    'stack overflow', 'string too long', 'interrupted'
  ];
  function noteLimit(text) {
    for (var i = 0; i < limits.length; i++) {
      if (indexOf.call(text, limits[i]) >= 0) { write('limit'); }
    }
  }

  function kindOf(error) {
    for (var i = 0; i < kinds.length; i++) {
      if (error instanceof kinds[i][0]) { return kinds[i][1]; }
    }
    return 'other error';
  }

  function showNumber(n) {
    return n === 0 && 1 / n < 0 ? '-0' : toText(n);
  }

  function showElements(array, depth) {
    var text = '[' + array.length;
    for (var i = 0; i < array.length && i < MOST; i++) {
      text += ' ' + (i in array ? show(array[i], depth + 1) : 'hole');
    }
    return text + ']';
  }

  function showProperties(object, name, depth) {
    var keys = sort.call(keysOf(object)), text = '{' + name;
    for (var i = 0; i < keys.length && i < MOST; i++) {
      text += ' ' + keys[i] + ': ' + show(object[keys[i]], depth + 1);
    }
    return text + '}';
  }

  // A Date, a RegExp or an Error in ES5, and an object since ES2015.
  function isPrototype(object) {
    for (var i = 0; i < kinds.length; i++) {
      if (object === kinds[i][0].prototype) { return true; }
    }
    return object === datePrototype || object === regExpPrototype;
  }

  function showObject(object, depth) {
    if (object === global) { return 'global'; }
    if (isPrototype(object)) { return 'a prototype'; }
    var name = classOf.call(object);
    if (name === '[object Error]') { return kindOf(object); }
    if (name === '[object Date]') { return 'date ' + showNumber(timeOf.call(object)); }
    if (name === '[object Number]') { return 'boxed ' + showNumber(valueOfNumber.call(object)); }
    if (name === '[object String]') { return "boxed '" + valueOfString.call(object) + "'"; }
    if (name === '[object Boolean]') { return 'boxed ' + valueOfBoolean.call(object); }
    if (depth >= DEEPEST) { return 'deep'; }
    if (isArray(object)) { return showElements(object, depth); }
    return showProperties(object, name === '[object Arguments]' ? name : '[object Object]', depth);
  }

  function show(value, depth) {
    if (typeof value === 'number') { return showNumber(value); }
    if (typeof value === 'string') { return "'" + value + "'"; }
    if (typeof value === 'function') { return 'function'; }
    return toObject(value) === value ? showObject(value, depth) : toText(value);
  }

  function print() {
    for (var i = 0; i < arguments.length; i++) {
      var value = arguments[i];
      if (typeof value === 'string') { noteLimit(value); } // mujs throws some as strings
      if (toObject(value) === value && classOf.call(value) === '[object Error]') { noteLimit(toText(value.message)); }
      write(show(value, 0));
    }
  }
  global.print = print;
  global.uncaught = function (exception) {
    write('uncaught');
    print(exception);
  };

  // ---- One behaviour where there could be several ----

  function hidden(object, name, value) {
    defineProperty(object, name, {value: value, writable: true, enumerable: false, configurable: true});
  }

  // 15.3.4.2, 15.10.6.4, 15.11.4.4, 15.2.4.2: texts that the engine chooses, and the class of the global object.
  hidden(Function.prototype, 'toString', function () {
    if (typeof this !== 'function') { throw new TypeError(); }
    return 'function';
  });
  hidden(RegExp.prototype, 'toString', function () { return 'regexp'; });
  hidden(Error.prototype, 'toString', function () { return kindOf(this); });
  var classes = ['Array', 'Arguments', 'Boolean', 'Date', 'Error', 'Function', 'Null', 'Number', 'RegExp', 'String',
                 'Undefined'];
  hidden(Object.prototype, 'toString', function () {
    var text = classOf.call(this);
    for (var i = 0; i < classes.length; i++) {
      if (this !== global && text === '[object ' + classes[i] + ']') { return text; }
    }
    return '[object Object]'; // since ES2015, the other texts are inherited
  });

  // 15.1: the prototype of the global object.
  ['toString', 'toLocaleString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable']
    .forEach(function (name) { hidden(global, name, Object.prototype[name]); });
  hidden(global, 'constructor', Object);

  // 15.9.4.2, 15.9.5.2: dates from and to text. A Date is made from numbers only.
  // 15.9.1.10 to 13: mujs and duktape do not make integers of the parts of a date, and mujs is wrong before 1970 if it
  // only replaces a part. 15.9.1.14: -0 can stay -0. 15.9.4.3: mujs adds 1900 to negative years, too.
  function integers(list) {
    var result = [];
    for (var i = 0; i < list.length; i++) { result[i] = list[i] % 100000 | 0; } // beyond, mujs overflows
    return result;
  }
  var OldDate = Date, oldUTC = Date.UTC;
  function UTC() {
    var parts = integers(arguments);
    return parts[0] < 0 || parts.length < 2 ? NaN : apply.call(oldUTC, null, parts);
  }
  ['setUTCDate', 'setUTCFullYear', 'setUTCMonth'].forEach(function (name) {
    var original = Date.prototype[name];
    hidden(Date.prototype, name, function () {
      return timeOf.call(this) >= 0 ? apply.call(original, this, integers(arguments)) : NaN;
    });
  });
  function NewDate(year) {
    if (!(this instanceof NewDate)) { return 'date'; }
    return new OldDate(arguments.length < 2 ? year - year % 1 + 0 : apply.call(UTC, null, arguments));
  }
  var setTime = datePrototype.setTime;
  hidden(datePrototype, 'setTime', function (ms) { return setTime.call(this, ms - ms % 1 + 0); });
  defineProperty(NewDate, 'prototype', {value: datePrototype, writable: false});
  NewDate.UTC = UTC;
  hidden(Date.prototype, 'constructor', NewDate);
  hidden(global, 'Date', NewDate);
  function time() {
    return this === datePrototype ? NaN : timeOf.call(this); // since ES2015, the prototype is no Date and has no time
  }
  hidden(datePrototype, 'getTime', time);
  hidden(datePrototype, 'valueOf', time);
  hidden(datePrototype, 'toString', function () { return 'date ' + showNumber(time.call(this)); });

  // 15.2.3: ES5 throws if the argument is no object, ES2015 often does not.
  ['getPrototypeOf', 'getOwnPropertyDescriptor', 'seal', 'freeze', 'preventExtensions', 'isSealed', 'isFrozen',
   'isExtensible'].forEach(function (name) {
    var original = Object[name];
    hidden(Object, name, function (object, property) {
      if (toObject(object) !== object || object === global) { throw new TypeError(); }
      var stops = name === 'seal' || name === 'freeze' || name === 'preventExtensions';
      if (stops && (isArray(object) || object === Object.prototype)) {
        throw new TypeError(); // mujs adds to such arrays (8.12.9), and no more to literals (11.1.5)
      }
      // 15.2.3.3: mujs also describes what is inherited.
      if (name === 'getOwnPropertyDescriptor' && !hasOwn.call(object, property)) { return undefined; }
      return original(object, property);
    });
  });

  // 15.2.3.6: mujs does not throw if the object cannot have another property, and throws if the property is there
  // already, even if that changes nothing.
  var isExtensible = Object.isExtensible;
  hidden(Object, 'defineProperty', function (object, property, descriptor) {
    property = toText(property);
    var can = toObject(object) === object && isExtensible(object) && !hasOwn.call(object, property);
    if (!can) { throw new TypeError(); }
    return defineProperty(object, property, descriptor);
  });

  // 15.4.4.16, 15.4.4.17: mujs returns what the function returned, not `true` or `false`.
  ['every', 'some'].forEach(function (name) {
    var original = Array.prototype[name];
    hidden(Array.prototype, name, function (test, receiver) { return !!original.call(this, test, receiver); });
  });

  // 15.5.3.2: duktape takes numbers of 32 bits. Some engines have no halves of characters, and to mujs the character 0
  // is greater than others.
  var fromCharCode = String.fromCharCode;
  hidden(String, 'fromCharCode', function () {
    var text = '';
    for (var i = 0; i < arguments.length; i++) {
      var code = arguments[i] & 0xFFFF;
      text += code === 0 || code >= 0xD800 && code < 0xE000 ? '?' : fromCharCode(code);
    }
    return text;
  });

  // 15.5.4.7, 15.5.4.8: mujs does not find '' in '', and takes NaN for 0.
  hidden(String.prototype, 'indexOf', function (text, from) {
    text = toText(text);
    return text === '' ? 0 : indexOf.call(this, text, from);
  });
  var lastIndexOf = String.prototype.lastIndexOf;
  hidden(String.prototype, 'lastIndexOf', function (text, from) {
    text = toText(text);
    return text === '' ? 0 : from >= 0 ? lastIndexOf.call(this, text, from) : lastIndexOf.call(this, text);
  });

  // 9.3.1: mujs takes '-1' for no number; so an array with one number must not become one.
  var join = Array.prototype.join;
  hidden(Array.prototype, 'toString', function () { return '[' + join.call(this) + ']'; });

  // 15.10.6.2: to mujs, a group that did not match is ''.
  var exec = RegExp.prototype.exec, match = String.prototype.match;
  hidden(RegExp.prototype, 'exec', function (text) {
    var groups = exec.call(this, text);
    for (var i = 0; groups && i < groups.length; i++) { groups[i] = groups[i] || ''; }
    return groups;
  });
  // 15.5.4.10: in ES5, /$/g matches twice at the end, and since ES2015 once.
  hidden(String.prototype, 'match', function (pattern) {
    var found = match.call(this, pattern), kept = [];
    for (var i = 0; found && i < found.length; i++) {
      if (found[i]) { kept[kept.length] = found[i]; }
    }
    return found && kept;
  });

  // 15.3.4.3: mujs does not throw if the second argument is no object.

  hidden(Function.prototype, 'apply', function (receiver, list) {
    if (list !== undefined && list !== null && toObject(list) !== list) { throw new TypeError(); }
    return apply.call(this, receiver, list);
  });

  // 15.7.4.2: the digits of a fraction in another radix.
  var numberToText = Number.prototype.toString;
  hidden(Number.prototype, 'toString', function (radix) {
    var n = valueOfNumber.call(this);
    return numberToText.call(n, radix === undefined || n % 1 !== 0 || n > 1e15 || n < -1e15 ? 10 : radix);
  });

  // 15.4.4.11: how elements that are equal are ordered.
  hidden(Array.prototype, 'sort', function () {
    var type = typeof this[0];
    if (type !== 'number' && type !== 'string') { return this; }
    for (var i = 0; i < this.length; i++) {
      if (typeof this[i] !== type || this[i] === 0) { return this; }
    }
    return sort.call(this);
  });

  // 15.5.4.11: "$12" where there are fewer groups.
  var replace = String.prototype.replace;
  hidden(String.prototype, 'replace', function (pattern, by) {
    return replace.call(this, pattern, typeof by === 'function' ? by : replace.call(toText(by), /\$(?=\d)/g, ''));
  });
})(this);
