# castellany: `make` builds, `make play` plays, `make test` tests. Each installs what is missing first.

BUILD = build
PACKAGES = build-essential meson ninja-build ccache pkg-config python3

.PHONY: all play test setup format clean

all: setup
	@ninja -C $(BUILD)

setup: $(BUILD)/build.ninja

$(BUILD)/build.ninja:
	@tools/install-packages $(PACKAGES)
	meson setup $(BUILD)

clean:
	rm -rf $(BUILD) build-*

format:
	git ls-files 'src/*.[ch]' 'tests/*.[ch]' | xargs clang-format -i
